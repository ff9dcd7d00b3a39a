import '~~/common/types'
import '../../extensions/stats'
