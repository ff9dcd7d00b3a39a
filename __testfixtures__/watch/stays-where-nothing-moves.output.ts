export default defineFwConfig({ watch: ['content', /\.md$/] })
