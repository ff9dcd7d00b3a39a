// The aliases are those of .fw/tsconfig.json.
export default { test: { typecheck: { tsconfig: './.fw/tsconfig.json' } } }
