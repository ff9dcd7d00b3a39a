import '@/components/ui/A.vue'
import 'ui/A.vue'
