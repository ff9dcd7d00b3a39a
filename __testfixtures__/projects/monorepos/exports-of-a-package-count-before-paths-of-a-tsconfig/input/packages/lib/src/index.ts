export const place = import.meta.resolve('@acme/ui/components/U.vue')
import { useIt } from '@acme/ui/composables'
import { n } from '@acme/ui/utils/n'
// Only the paths lead there.
import Page from '@acme/ui/pages/index.vue'
import O from '@acme/open/components/O.vue'
export default [useIt, n, Page, O]
