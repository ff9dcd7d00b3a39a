import config from '../app.config'
import '~/error.vue'
import '../app.vue'
