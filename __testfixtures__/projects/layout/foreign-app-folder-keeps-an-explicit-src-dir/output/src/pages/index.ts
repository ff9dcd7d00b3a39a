import '~/server/load'
import '~/server/load'
