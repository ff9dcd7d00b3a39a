const ci = process.env.CI === 'true'
const themes = ci ? ['~/server/theme.css'] : ['~/assets/theme.css']

export default defineFwConfig({
  css: [
    ci ? '~/server/ci.css' : '~/assets/local.css',
    ci && '~/server/only-ci.css',
    ...(ci ? ['~/server/a.css', '~/assets/b.css'] : []),
    ...themes,
    process.env.THEME || '~/server/default.css',
    '~/server/always.css',
  ].filter(Boolean) as string[],
})
