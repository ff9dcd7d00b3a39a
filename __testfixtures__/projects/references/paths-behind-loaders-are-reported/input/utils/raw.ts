import main from '!!raw-loader!~/assets/main.css'
import list from 'json-loader!~/data/list.json'
import near from 'json-loader!../data/list.json'
import other from 'raw-loader!./n.ts'

export const load = () => import('raw-loader?esModule=false!@/data/list.json?inline')
export { main, list, near, other }
