import '#lib/a'
import '#ui/Button.vue'
import '#all/app/components/ui/Button.vue'
import '#all/lib/a'
