export default defineFwConfig({
  components: ['~/features/*/components', '~/blocks/**', '@/parts/{a,b}'],
})
