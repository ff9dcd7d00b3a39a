import base from '../../common/config'
export default defineFwConfig({
  ...base,
  ssr: true,
})
