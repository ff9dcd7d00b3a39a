import '~/utils/sum'
import '@@/server/load'
