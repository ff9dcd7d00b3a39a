import { sum } from '../utils/sum'
