export default { serverEngine: { prerender: { routes: ["/a"] } } };
