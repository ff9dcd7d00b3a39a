export default { dir: { static: 'static' } }
