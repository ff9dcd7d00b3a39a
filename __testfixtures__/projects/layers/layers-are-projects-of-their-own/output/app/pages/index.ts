import '~~/layers/base/app/components/Hello.vue'
import '../../layers/base/app/components/Hello.vue'
import '~~/layers/base/app/components/Hello.vue'
import '~~/layers/base/server/load'
