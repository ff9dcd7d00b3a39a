import '#server/load'
import '~/utils/sum'
