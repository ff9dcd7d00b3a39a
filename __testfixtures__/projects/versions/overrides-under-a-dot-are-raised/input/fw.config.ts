export default defineFwConfig({ css: ["~/lib/a.css"] })
