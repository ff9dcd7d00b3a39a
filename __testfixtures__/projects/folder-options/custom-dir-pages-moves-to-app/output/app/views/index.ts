import '~/components/A.vue'
import '../../boot/once'
