import x from './x';
export { x };
