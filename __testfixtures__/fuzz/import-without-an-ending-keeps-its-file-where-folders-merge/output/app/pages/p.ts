import a from '../../public/x.vue';
import b from '~~/public/x.vue';
export { a, b };
