import '~/server/a'
