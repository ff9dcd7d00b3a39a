import x from '~/pages/index.vue'
export default x
