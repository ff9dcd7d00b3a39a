export default defineFwConfig({ css: ['~/Assets/main.css'], alias: { '#kit': '~/components/kit' } })
