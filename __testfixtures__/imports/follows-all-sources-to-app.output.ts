export default defineFwConfig({
  srcDir: 'src',
  imports: { dirs: ['~/stores', '~/queries/', '~/services/**'] },
})
