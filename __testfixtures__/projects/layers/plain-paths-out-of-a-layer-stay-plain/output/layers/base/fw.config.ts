export default defineFwConfig({ css: ['../common/x.css', '../../app/assets/a.css', './app/components/b.css'] })
