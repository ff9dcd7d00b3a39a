import '../../app/pages/index'
import '~/pages/index'
