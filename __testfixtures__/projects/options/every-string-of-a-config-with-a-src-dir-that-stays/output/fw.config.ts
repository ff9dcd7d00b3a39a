import { seo } from './config/seo'

const base = '~/lib'
const themes = cond ? '~/lib/dark.ts' : '~/lib/light.ts'

export default defineFwConfig({
  srcDir: 'src',
  css: ['~/lib/print.css', '~/assets/main.css'],
  serverEngine: {
    plugins: ['~/lib/s.ts', '~~/server/plugins/x.ts', '~/server/plugins/x.ts'],
    handlers: [{ route: '/', handler: '~/lib/h.ts' }, { route: '/api/**', handler: defineEventHandler() }],
    publicAssets: [{ dir: 'assets/pub' }, { dir: '../assets/pub' }],
    alias: { x: '~/components', y: '@/lib' },
    imports: { dirs: ['~/composables/server', './composables/server/**'] },
    storage: { fs: { base: './data' } },
  },
  hooks: {
    'build:before'() {
      console.log('~/lib/s.ts', './assets/a.scss', 'pages', 'en')
      load('~/lib/' + name, `@/lib/${name}.ts`, `${root}/assets/a.scss`)
      if (id.startsWith('~/')) return
    },
  },
  bundler1: {
    css: {
      preprocessorOptions: {
        scss: { additionalData: '@use "~/assets/a.scss" as *; @use "~/lib/b" as *;\n@use "./assets/a";' },
        sass: { additionalData: (text) => `@use "@/lib/b"\n${text}` },
        less: { modifyVars: { hack: `true; @import "~/lib/c.less";` } },
      },
    },
    resolve: { alias: { '#lib': '~/lib', '~x': '/assets/pub' } },
    optimizeDeps: { entries: ['./pages/**/*.vue', '{components,lib}/**/*.vue', '!./pages/x.vue'] },
  },
  bundler2: { plugins: [new Copy({ from: '~/lib/s.ts', to: 'dist/pages' })] },
  cssProcessor: { plugins: { tail: { content: ['./components/**/*.vue', '~/lib/**/*.ts', './lib/*.ts'] } } },
  modules: [
    ['@acme/store', { dirs: ['./composables/stores', '~/lib', 'stores'] }],
    ['@x/y', { configPath: '~/config/y.ts', mode: 'pages' }],
  ],
  tailwind: { configPath: '~/lib/tail.ts', cssPath: './assets/a.scss' },
  i18n: { langDir: 'locales', vueI18n: '~/i18n.config.ts', defaultLocale: 'en' },
  runtimeConfig: { template: 'assets/a.scss', public: { baseURL: '/', icon: '/assets/a.svg', logo: '/logo.svg' } },
  app: { head: { link: [{ rel: 'icon', href: '/logo.svg' }], title: 'pages', script: [{ src: '/assets/a.svg' }] } },
  typescript: { tsConfig: { include: ['../components/**/*', '../lib/**/*'] } },
  routeRules: { '/pages/**': { redirect: '/pages/index' }, '/assets/a.svg': { cors: true } },
  devServer: { https: { key: './config/key.pem' } },
  $production: { pwa: { sw: '~/lib/sw.ts', folder: 'pages' } },
  themes,
  seo,
  serverDir: 'src/server',
  dir: { public: 'src/public' },
})
