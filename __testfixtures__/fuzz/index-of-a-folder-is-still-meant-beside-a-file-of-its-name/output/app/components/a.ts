import { a } from '../utils/deep/index.ts';
export { a };
