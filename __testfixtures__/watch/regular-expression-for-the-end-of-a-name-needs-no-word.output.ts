export default defineFwConfig({ watch: [/\.md$/, /config/i] })
