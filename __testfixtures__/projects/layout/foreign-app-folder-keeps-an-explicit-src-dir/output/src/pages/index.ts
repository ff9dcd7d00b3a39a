import '~/server/load'
import '~~/src/server/load'
