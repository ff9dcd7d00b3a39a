import x from './x.vue';
export { x };
