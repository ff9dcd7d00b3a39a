const theme = 'dark'
const base = '~/styles'

export default defineFwConfig({
  css: [`~~/styles/dark.css`, '~~/styles/print.css', `~~/styles/plain.css`],
})
