const folders = { pages: 'app/views' }

export default defineFwConfig({
  dir: folders,
})
