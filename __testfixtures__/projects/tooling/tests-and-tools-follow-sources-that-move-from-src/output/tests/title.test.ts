import '../app/utils/title'
import '~/utils/title'
vi.mock('../server/load')
const files = import.meta.glob('../app/utils/*.ts')
