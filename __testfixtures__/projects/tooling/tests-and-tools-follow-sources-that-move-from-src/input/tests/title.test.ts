import '../src/utils/title'
import '~/utils/title'
vi.mock('../src/server/load')
const files = import.meta.glob('../src/utils/*.ts')
