import '~/pages/index'
import '../app/pages/index'
import '~/pages/index'
