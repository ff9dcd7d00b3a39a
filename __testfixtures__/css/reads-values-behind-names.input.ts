const theme = 'dark'
const base = '~/styles'

export default defineFwConfig({
  css: [`${base}/${theme}.css`, base + '/print.css', `~/styles/plain.css`],
})
