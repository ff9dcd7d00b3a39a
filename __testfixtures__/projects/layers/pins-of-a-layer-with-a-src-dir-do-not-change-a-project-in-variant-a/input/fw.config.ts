export default defineFwConfig({ future: { compatibilityVersion: 4 } })
