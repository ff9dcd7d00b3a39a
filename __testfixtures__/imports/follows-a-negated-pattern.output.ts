export default defineFwConfig({
  imports: { dirs: ['~/stores/**', '!~/stores/internal/**'] },
})
