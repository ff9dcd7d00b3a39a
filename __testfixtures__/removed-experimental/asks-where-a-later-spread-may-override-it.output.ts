export default { experimental: { compileTemplate: true, typedPages: true }, ...rest }
