import { vi } from 'vitest'
import Card from '../Components/card.vue'
import { price } from '~~/Utils/price'

vi.mock('../Components/Card.vue')
vi.mock('~/Utils/price')
