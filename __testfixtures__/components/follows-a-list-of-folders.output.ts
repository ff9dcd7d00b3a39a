export default defineFwConfig({
  components: [
    '~/components',
    { path: '~/features/shop', prefix: 'Shop' },
    '~/widgets',
    '@/blocks',
    '~~/layers/base/components',
  ],
})
