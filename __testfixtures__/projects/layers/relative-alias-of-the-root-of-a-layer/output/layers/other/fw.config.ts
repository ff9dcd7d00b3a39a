export default defineFwConfig({ css: ['#layers/theme/app/assets/x.css'] })
