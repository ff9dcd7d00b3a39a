import '../app/router.options'
import '~/app/router.options'
