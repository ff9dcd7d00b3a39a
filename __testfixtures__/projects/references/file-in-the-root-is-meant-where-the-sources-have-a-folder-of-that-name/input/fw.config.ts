export default defineFwConfig({ srcDir: 'src', plugins: ['utils', './utils'] })
