export default defineFwConfig({
  srcDir: 'src',
  image: { dir: 'src/public/img', alias: 'public/img' },
  openApi: { output: 'src/server/gen.ts', name: 'src/server/name', input: 'later/api.yaml' },
  icons: { dirs: ['./src/assets/icons/**', 'tools/icons', 'server/icons'] },
})
