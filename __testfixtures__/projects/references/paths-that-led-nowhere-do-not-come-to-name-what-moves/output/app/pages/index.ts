import '../app/pages/index'
import '../../server/none'
export const a = 1
