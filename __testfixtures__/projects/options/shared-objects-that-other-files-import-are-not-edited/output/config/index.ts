export { build } from './paths';
export const routes = ['/b'];
