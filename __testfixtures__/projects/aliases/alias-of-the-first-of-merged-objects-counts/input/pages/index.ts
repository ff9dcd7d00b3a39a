import '#lib/a'
import '#project/components/Hello.vue'
import '#project/lib/a'
