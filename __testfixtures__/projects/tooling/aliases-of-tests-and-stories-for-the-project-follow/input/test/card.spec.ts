import Card from '~/components/Card.vue'
import { sum } from '@/lib/sum'
import '#mocks/api'
