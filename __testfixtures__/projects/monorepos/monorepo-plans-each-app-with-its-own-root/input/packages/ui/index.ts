export { default as Button } from '../../apps/web/components/Button.vue'
export const ui = () => import('../../apps/web/components/Button.vue')
import '~/components/Button.vue'
