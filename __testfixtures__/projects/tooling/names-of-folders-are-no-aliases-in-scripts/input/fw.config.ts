export default defineFwConfig({ css: ["assets/main.css"] })
