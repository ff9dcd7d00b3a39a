export default defineFwConfig({
	serverEngine: {
		preset: 'node',
		prerender: {
			routes: [
				'/a', // landing page
				'/b',
			],
		},
	},
})
