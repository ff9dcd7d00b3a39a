export default { generate: { routes: ["/a"] }, serverEngine: { prerender: { routes: [] } } };
