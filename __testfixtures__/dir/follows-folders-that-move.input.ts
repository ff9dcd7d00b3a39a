import { defineFwConfig } from 'fw/config'

export default defineFwConfig({
  dir: {
    pages: 'views', // routes
    layouts: './frames/',
    public: 'static',
    shared: 'common',
  },
})
