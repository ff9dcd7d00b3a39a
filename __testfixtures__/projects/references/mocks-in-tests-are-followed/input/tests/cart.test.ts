import { useCart } from '../composables/useCart'
vi.mock('../composables/useCart', () => ({}))
vi.mock('~/server/load')
vi.mock(import('../composables/useCart'))
jest.mock("@/server/load", () => ({}))
vi.mock('~/composables/useCart')
mock('../composables/useCart')
