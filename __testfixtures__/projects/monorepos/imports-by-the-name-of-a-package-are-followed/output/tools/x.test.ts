import { useIt } from '@acme/ui/app/composables/index'; vi.mock('@acme/ui/app/components/B.vue')
