import '../../admin/pages/index.vue'
import '~/server/db'
