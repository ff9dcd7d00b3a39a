import { price } from '~/Utils/Price'
export default () => price
