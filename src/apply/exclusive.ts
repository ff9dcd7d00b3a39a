export { refuseInterruptedNear } from './lock.ts';
