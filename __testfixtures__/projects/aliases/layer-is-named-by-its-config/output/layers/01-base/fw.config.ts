export default defineFwConfig({ $meta: { name: 'base' } })
