import '~/views/index'
import './plugins/log'
