import styles from '-!style-loader!css-loader?modules=true!../app/assets/main.css'
import worker from 'worker-loader?inline=true!~/utils/n'

const raw = require('raw-loader!../app/utils/n.ts')
vi.mock('raw-loader!../app/assets/main.css', () => ({ default: '' }))
const text = 'the raw-loader! of ../assets/main.css'
export { styles, worker, raw, text }
