export default { test: { include: ['app/**/*.ts', 'server/**/*.ts'] } }
