import * as kit from '@fw/kit'

export default (options: { index: string }) => kit.templateUtils.serialize(options.index)
