import '#lib/a'
import '#project/app/components/Hello.vue'
import '#project/lib/a'
