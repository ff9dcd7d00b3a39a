import '@/app/components/Hello.vue'
import '@/lib/a'
import '~/components/Hello.vue'
import '~~/lib/a'
