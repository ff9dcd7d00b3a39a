export default defineFwConfig({ css: ['../common/x.css', '../../assets/a.css', './components/b.css'] })
