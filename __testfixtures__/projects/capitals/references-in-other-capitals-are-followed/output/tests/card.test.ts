import { vi } from 'vitest'
import Card from '../app/components/Card.vue'
import { price } from '~/utils/price'

vi.mock('../app/components/Card.vue')
vi.mock('~/Utils/price')
