import '~/server/load'
