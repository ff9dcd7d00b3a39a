export default { test: { include: ['src/**/*.ts'] } }
