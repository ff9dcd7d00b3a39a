export default { resolve: { alias: [{ find: '~', replacement: '/' }, { find: /^@\//, replacement: '/' }] } }
