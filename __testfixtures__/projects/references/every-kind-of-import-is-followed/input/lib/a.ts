import '~~/pages/index'
import '../pages/index'
import '~/pages/index'
