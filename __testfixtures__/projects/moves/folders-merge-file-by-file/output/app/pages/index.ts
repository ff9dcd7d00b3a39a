import '../plugins/log'
import '../plugins/start'
