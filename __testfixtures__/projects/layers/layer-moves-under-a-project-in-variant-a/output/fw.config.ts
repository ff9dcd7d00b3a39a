export default defineFwConfig({
  extends: ['./packages/ui'],
  alias: { '#ui': '~~/packages/ui/app/components' },
  css: ['~~/packages/ui/app/assets/a.css'],
})
