// content: ['./pages/**']
export default {
  content: ['./pages/**/*.vue', './{components,layouts}/**/*.vue', './**/*.html', './app.vue'],
  theme: { extend: {} },
}
