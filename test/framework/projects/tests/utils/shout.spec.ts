import { expect, it } from 'vitest'
import { shout } from './shout'

it('shouts', () => {
  expect(shout('hello')).toBe('HELLO')
})
