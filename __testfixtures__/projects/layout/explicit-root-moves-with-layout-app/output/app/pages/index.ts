import '~~/server/load'
