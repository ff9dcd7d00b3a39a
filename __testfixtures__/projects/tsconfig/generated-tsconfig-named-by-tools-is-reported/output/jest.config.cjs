module.exports = { transform: { '\.ts$': ['ts-jest', { tsconfig: '<rootDir>/.fw/tsconfig.json' }] } }
