export default defineFwConfig({
  imports: {
    dirs: ['~/stores', '~/queries', '~/composables/**', '@/services/*/index.ts', '~~/shared/utils', '~~/server/utils'],
  },
})
