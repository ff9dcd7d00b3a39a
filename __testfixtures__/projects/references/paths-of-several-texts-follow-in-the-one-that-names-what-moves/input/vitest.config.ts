export default {
  test: { setupFiles: [__dirname + '/plugins' + '/a.ts', __dirname + '/scripts' + '/assets'] },
}
