export default {
  alias: { '~~': '/srv', '~': place(), top: '.', local: './local', views: './pages' },
  modules: ['./local/a'],
};
