import { routes } from '~/utils/routes'
import '~/lib/a'
import '../lib/a'
import '../utils/routes'
