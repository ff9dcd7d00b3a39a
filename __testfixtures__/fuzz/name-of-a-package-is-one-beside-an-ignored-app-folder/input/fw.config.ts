export default {
  modules: ['a', '~'],
  css: ['theme/main.css'],
  plugins: ['start'],
};
