const config = {
  rootDir: findRoot(),
  srcDir: 'src',
}

export default config
