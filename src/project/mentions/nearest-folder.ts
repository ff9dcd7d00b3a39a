export { nearestFolder } from '../tree.ts';
