export default defineFwConfig({ srcDir: 'src', dir: { public: 'static', middleware: 'mw', pages: 'src/views' } })
