import '~/utils/sum'
import '../app/utils/sum'
