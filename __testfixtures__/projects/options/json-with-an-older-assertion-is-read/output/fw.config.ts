import data from './config/d.json' assert { type: 'json' }
export default defineFwConfig({
  css: ['~/assets/a.css', '~/assets/a.css'],
  runtimeConfig: { public: data },
})
