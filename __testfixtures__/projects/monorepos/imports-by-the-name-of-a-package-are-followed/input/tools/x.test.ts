import { useIt } from '@acme/ui/composables/index'; vi.mock('@acme/ui/components/B.vue')
