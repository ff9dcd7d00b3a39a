import { resolve } from 'node:path'

export default defineFwConfig({
  modules: ['@org/i18n'],
  app: { head: { title: 'pages' } },
  runtimeConfig: { folder: 'pages', public: { baseURL: '/' } },
  site: { name: 'pages', url: 'https://example.com/pages/', kind: 'utils' },
  auth: { redirect: { login: '/pages/index', base: '/' }, dir: 'missing' },
  tailwindcss: { cssPath: '~/assets/css/main.css', folder: resolve(__dirname, 'app/assets') },
  icons: { root: '~~/server', from: '@iconify/utils', files: process.env.FILES, patterns: ['**/pages/**'] },
  robots: { disallow: ['pages/', 'utils/*'], rules: [{ allow: 'components/x', path: 'pages/' }] },
  sitemap: { exclude: ['pages/', 'pages/**'], sources: { urls: ['components/'] } },
  cache: { routes: { include: ['pages/'] } },
})
