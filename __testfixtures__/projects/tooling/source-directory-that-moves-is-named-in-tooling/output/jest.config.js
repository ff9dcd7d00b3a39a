module.exports = {
  roots: ['<rootDir>/app', '<rootDir>/public', '<rootDir>/server'],
  moduleNameMapper: {
    '^~/(.*)$': '<rootDir>/src/$1',
    '^pages/(.*)$': '<rootDir>/src/pages/$1',
  },
}
