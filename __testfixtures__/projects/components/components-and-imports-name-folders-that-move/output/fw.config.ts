export default defineFwConfig({
  components: ['~/components', { path: '~/features/shop', prefix: 'Shop' }],
  imports: { dirs: ['~/stores', '~/queries/**'] },
})
