export default { target: 'static', buildModules: [] };
