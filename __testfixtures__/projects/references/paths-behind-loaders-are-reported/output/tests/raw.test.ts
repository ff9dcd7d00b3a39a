import styles from '-!style-loader!css-loader?modules=true!../assets/main.css'
import worker from 'worker-loader?inline=true!~/utils/n'

const raw = require('raw-loader!../utils/n.ts')
vi.mock('raw-loader!../assets/main.css', () => ({ default: '' }))
const text = 'the raw-loader! of ../assets/main.css'
export { styles, worker, raw, text }
