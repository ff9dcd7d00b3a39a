import '../app/plugins/log'
import '../plugins/start'
