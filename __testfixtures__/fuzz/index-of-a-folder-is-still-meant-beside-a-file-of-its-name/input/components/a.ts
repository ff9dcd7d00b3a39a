import { a } from '../utils/deep';
export { a };
