import a from '../public/x';
import b from '~/public/x';
export { a, b };
