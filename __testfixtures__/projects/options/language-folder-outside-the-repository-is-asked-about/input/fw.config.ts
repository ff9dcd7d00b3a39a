export default defineFwConfig({ modules: ['@nuxtjs/i18n'], i18n: { langDir: '../../../packages/translations' } })
