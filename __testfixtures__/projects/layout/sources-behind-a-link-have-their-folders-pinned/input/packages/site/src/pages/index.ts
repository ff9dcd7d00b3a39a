import '~/server/db'
