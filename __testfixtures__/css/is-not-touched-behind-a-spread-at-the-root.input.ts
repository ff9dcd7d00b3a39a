import preset from '@acme/preset'

export default defineFwConfig({
  ...preset,
  css: ['~/styles/a.css'],
})
