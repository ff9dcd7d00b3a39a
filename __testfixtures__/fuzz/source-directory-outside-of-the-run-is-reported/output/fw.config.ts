export default defineFwConfig({ srcDir: '..', serverDir: '../server', dir: { modules: '../modules', public: '../public' }, spaLoadingTemplate: '~/app/spa-loading-template.html' });
