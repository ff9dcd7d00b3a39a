export default defineFwConfig({ srcDir: 'src/', extends: ['../../layers/base'] })
