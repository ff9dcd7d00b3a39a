export default defineFwConfig({ experimental: { ...loadExperiments() } })
