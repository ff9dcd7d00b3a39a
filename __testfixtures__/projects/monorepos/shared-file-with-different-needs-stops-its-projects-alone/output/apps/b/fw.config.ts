import base from '../../common/config'
export default defineFwConfig({
  ...base,
  srcDir: 'src',
})
