export default defineFwConfig({ css: ['#layers/theme/assets/x.css'] })
