export default defineFwConfig({ plugins: ['~~/utils', '~~/utils'] })
