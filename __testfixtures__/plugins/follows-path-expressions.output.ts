import { createResolver } from '@fw/kit'

const resolver = createResolver(import.meta.url)

export default defineFwConfig({
	plugins: [
		{ src: resolver.resolve('./app/plugins/a.ts'), mode: 'client' },
		resolver.resolve('lib/b.ts'),
	],
})
