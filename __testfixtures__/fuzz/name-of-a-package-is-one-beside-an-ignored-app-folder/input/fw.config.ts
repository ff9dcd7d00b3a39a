export default {
  modules: ['a', '~', '~/b'],
  css: ['theme/main.css'],
  plugins: ['start'],
};
