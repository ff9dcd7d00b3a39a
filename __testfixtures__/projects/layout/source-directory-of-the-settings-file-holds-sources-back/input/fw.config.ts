export default defineFwConfig({ ssr: false })
