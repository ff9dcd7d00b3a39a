import '#lib/a'
import '#ui/Button.vue'
import '#all/components/ui/Button.vue'
import '#all/lib/a'
