import '~~/server/a'
