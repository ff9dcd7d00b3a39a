const folders = { pages: 'views', layouts: 'layouts' }

export default defineFwConfig({
  dir: folders,
})
