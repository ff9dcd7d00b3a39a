export default { serverEngine: { prerender: { ignore: [] } } }
