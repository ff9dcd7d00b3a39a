load('~/lib/a')
load('~/lib/b')
load('../lib/c')
