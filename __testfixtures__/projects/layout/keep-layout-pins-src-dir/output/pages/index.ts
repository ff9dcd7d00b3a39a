import '~/server/load'
import '#server/load'
import 'public/data.json'
import '../components/Hello.vue'
