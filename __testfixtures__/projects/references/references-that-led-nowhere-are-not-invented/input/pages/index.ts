import '~/components/Gone.vue'
import './gone'
import '../components/Gone.vue'
import 'gone/from/npm'
