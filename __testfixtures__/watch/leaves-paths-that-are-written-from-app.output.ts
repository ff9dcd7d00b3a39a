export default defineFwConfig({ watch: ['../content', '../server/**'] })
