export default defineFwConfig({ alias: { '@kit': './kit' }, components: ['./kit/components'] })
