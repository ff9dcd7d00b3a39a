import '~/layers/base/components/Hello.vue'
import '../layers/base/components/Hello.vue'
import '~~/layers/base/components/Hello.vue'
import '~/layers/base/server/load'
