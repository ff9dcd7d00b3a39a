export default { resolve: { alias: { '@': new URL('..', import.meta.url).pathname } } }
