import 'web/app/components/Button.vue'
import 'web/server/load'
import 'parts/Button.vue'
