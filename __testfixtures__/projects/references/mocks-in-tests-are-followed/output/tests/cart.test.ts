import { useCart } from '../app/composables/useCart'
vi.mock('../app/composables/useCart', () => ({}))
vi.mock('~~/server/load')
vi.mock(import('../app/composables/useCart'))
jest.mock("@@/server/load", () => ({}))
vi.mock('~/composables/useCart')
mock('../composables/useCart')
