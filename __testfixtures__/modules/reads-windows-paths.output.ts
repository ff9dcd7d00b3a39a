export default { modules: ['~~/modules/a', '~~/modules/b'] }
