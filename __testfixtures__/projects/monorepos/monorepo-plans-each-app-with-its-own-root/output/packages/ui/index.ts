export { default as Button } from '../../apps/web/app/components/Button.vue'
export const ui = () => import('../../apps/web/app/components/Button.vue')
import '~/components/Button.vue'
