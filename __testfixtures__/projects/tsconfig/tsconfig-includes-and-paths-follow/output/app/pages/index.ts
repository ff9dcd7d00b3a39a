import 'ui/Button.vue'
import 'sum'
import 'lib/a'
