export default defineFwConfig({
	serverEngine: { preset: 'node' },
	generate: {
		routes: [
			'/a', // landing page
			'/b',
		],
	},
})
