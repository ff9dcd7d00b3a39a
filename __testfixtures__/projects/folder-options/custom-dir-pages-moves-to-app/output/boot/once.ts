import '~/views/index'
import '../app/boot/plugins/log'
