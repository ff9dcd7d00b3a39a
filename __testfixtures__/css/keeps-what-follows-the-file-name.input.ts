export default defineFwConfig({ css: ['~/styles/a.css?inline', './assets/b.css?url'] })
