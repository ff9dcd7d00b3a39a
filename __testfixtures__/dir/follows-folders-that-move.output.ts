import { defineFwConfig } from 'fw/config'

export default defineFwConfig({
  dir: {
    pages: 'app/views', // routes
    layouts: './app/frames/',
    public: 'static',
    shared: 'common',
  },
})
