import { join, resolve } from 'pathe'

export default defineFwModule({
  setup(_, fw) {
    const { rootDir, srcDir } = fw.options
    const options = useFw().options
    fw.options.css.push(
      join(fw.options.rootDir, 'assets/main.css'),
      resolve(rootDir, 'assets', 'main.css'),
      `${fw.options.rootDir}/assets/main.css`,
      options.rootDir + '/assets/main.css',
      // From the source directory, what moves along is still there.
      join(fw.options.srcDir, 'assets/main.css'),
      join(srcDir, 'pages'),
      resolve(fw.options.srcDir, 'pages/index.vue'),
    )
    addServerHandler(join(srcDir, 'server/utils/x'))
    addServerHandler(`${fw.options.srcDir}/server/utils/x.ts`)
    const own = fw.options
    addServerHandler(join(own.srcDir, 'server', 'utils'))
    addServerHandler(resolve(fw.options.srcDir, `server/utils/${name}.ts`))
    // These say nothing about our folders.
    join(fw.options.buildDir, 'assets/main.css')
    join(fw.options.rootDir, 'server/utils/x.ts')
    join(other.rootDir, 'assets/main.css')
  },
})
