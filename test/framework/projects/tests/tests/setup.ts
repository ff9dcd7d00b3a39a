import { vi } from 'vitest'

vi.mock('~/utils/clock', () => ({ now: () => 'noon' }))
