import config from '../app/app.config'
import '~/error.vue'
import '../app/app.vue'
