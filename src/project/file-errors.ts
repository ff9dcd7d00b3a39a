export { errorCode } from './open-file.ts';
