import preset from '@acme/fw-preset'

export default defineFwConfig({
  ...preset,
  ssr: true,
})
