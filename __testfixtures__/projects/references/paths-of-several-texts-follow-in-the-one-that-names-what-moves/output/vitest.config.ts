export default {
  test: { setupFiles: [__dirname + '/app/plugins' + '/a.ts', __dirname + '/scripts' + '/assets'] },
}
