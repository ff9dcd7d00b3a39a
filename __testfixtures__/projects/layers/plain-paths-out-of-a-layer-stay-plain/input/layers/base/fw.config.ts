export default defineFwConfig({ css: ['../shared/x.css', '../../assets/a.css', './components/b.css'] })
