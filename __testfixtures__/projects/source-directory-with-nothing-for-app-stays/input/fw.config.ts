export default { srcDir: 'src' };
