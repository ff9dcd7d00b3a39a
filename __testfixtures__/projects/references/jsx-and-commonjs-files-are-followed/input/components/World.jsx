import { a } from '../lib/a'
export const World = () => <img src="../lib/a" />
