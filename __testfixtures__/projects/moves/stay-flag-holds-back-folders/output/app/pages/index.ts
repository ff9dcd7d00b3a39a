import '~~/utils/sum'
import '../../utils/sum'
