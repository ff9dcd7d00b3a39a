import { fileURLToPath } from 'node:url'

export default defineFwConfig({
  alias: {
    '@': fileURLToPath(new URL('.', import.meta.url)),
    '#brand': getBrand(),
  },
  css: ['@/app/assets/a.css', '@/styles/b.css', '~~/styles/c.css', '#brand/d.css'],
})
