import '../router.options'
import '~~/app/router.options'
