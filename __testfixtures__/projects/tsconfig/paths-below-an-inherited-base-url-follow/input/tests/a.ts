import '@/components/ui/A.vue'
import 'ui/A.vue'
import 'server/db'
