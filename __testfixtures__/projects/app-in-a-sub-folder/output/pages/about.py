print('~/pages')
