import '~/router.options'
import '~/server/load'
import '../router.options'
