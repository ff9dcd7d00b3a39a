import '~/components/Hello.vue'
import '~/server/a'
