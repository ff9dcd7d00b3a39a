export default defineFwConfig({
  transformer2: { transform: { options: transformOptions() } },
})
