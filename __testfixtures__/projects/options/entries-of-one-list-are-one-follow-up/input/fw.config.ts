import { join } from 'node:path'

export default defineFwConfig({
  css: ['./missing/a.css', '~/assets/main.css', './missing/b.css'],
  icons: {
    dirs: [
      './components/icons/**',
      './pages/icons/**',
      join(process.cwd(), 'components', 'icons'),
    ],
  },
  svg: { input: join(process.cwd(), 'components/icons'), other: join(process.cwd(), 'pages', 'icons') },
  serverEngine: {
    publicAssets: [
      { dir: 'assets/fonts' },
      { dir: 'assets/images' },
    ],
  },
})
