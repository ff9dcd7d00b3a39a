export default defineFwConfig({
  extends: ['./packages/ui'],
  alias: { '#ui': './packages/ui/components' },
  css: ['~~/packages/ui/assets/a.css'],
  future: { compatibilityVersion: 4 },
})
