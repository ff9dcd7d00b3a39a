import { createResolver, defineFwModule } from '@fw/kit'

export default defineFwModule({
  setup(_, fw) {
    const { resolve } = createResolver(import.meta.url)
    fw.options.alias['#root'] = resolve('../..')
    fw.options.alias['#runtime'] = resolve('./runtime')
    fw.options.alias['#utils'] = resolve('../../utils')
    fw.options.alias['#computed'] = fw.options.srcDir + '/utils'
  },
})
