export default defineFwConfig({
	$development: {
		watch: ["../content"],
	},
})
