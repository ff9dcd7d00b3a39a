import '~~/modules/stats'
import '~/pages/about'
