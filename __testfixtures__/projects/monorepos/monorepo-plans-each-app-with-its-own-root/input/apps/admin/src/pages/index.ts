import '~/components/Table.vue'
import '../../../web/components/Button.vue'
