export default defineFwConfig({
  dir: {
    pages: process.env.PAGES,
    assets: `${brand}/assets`,
  },
})
