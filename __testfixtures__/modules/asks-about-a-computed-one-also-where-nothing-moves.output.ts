export default { modules: [`~/modules/${name}`] }
