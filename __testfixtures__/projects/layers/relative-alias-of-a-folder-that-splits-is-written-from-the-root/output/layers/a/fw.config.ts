export default defineFwConfig({ alias: { '@kit': '~~/kit' }, components: ['./app/kit/components'] })
