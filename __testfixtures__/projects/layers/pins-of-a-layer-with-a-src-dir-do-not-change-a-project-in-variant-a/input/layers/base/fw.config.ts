export default defineFwConfig({ srcDir: 'src', dir: { pages: 'views' } })
