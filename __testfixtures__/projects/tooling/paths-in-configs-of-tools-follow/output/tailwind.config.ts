// content: ['./pages/**']
export default {
  content: ['./app/pages/**/*.vue', './app/{components,layouts}/**/*.vue', './**/*.html', './app.vue'],
  theme: { extend: {} },
}
