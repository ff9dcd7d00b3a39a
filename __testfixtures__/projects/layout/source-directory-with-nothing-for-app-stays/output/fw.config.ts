export default { srcDir: 'src', serverDir: 'src/server' };
