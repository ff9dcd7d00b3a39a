import { shared } from 'somewhere'

export default shared()
