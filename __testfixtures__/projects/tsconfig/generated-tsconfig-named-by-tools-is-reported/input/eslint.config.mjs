export default [{ languageOptions: { parserOptions: { project: './.fw/tsconfig.json' } } }]
