export default { generate: { exclude: [] } }
