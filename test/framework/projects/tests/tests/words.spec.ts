import { expect, it } from 'vitest'
import { words } from '~~/server/utils/words'
import { shout } from '~/utils/shout'

it('counts words', () => {
  expect(words(shout('one two'))).toBe(2)
})
