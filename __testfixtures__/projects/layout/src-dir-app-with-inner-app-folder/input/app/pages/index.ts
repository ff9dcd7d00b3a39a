import '~/app/router.options'
import '~/server/load'
import '../app/router.options'
