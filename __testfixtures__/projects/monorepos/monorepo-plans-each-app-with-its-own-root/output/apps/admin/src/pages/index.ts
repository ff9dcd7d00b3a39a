import '~/components/Table.vue'
import '../../../web/app/components/Button.vue'
