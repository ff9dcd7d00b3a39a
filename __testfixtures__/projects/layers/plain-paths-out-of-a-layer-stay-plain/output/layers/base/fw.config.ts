export default defineFwConfig({ css: ['../shared/x.css', '../../app/assets/a.css', './app/components/b.css'] })
