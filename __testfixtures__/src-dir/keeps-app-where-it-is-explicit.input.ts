export default { srcDir: 'app' }
