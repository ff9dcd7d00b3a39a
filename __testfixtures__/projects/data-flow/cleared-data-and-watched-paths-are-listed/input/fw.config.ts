export default defineFwConfig({
  hooks: {
    'builder:watch': (event) => console.log(event),
  },
})
