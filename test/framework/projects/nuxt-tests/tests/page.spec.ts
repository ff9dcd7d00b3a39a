import { mockComponent, mountSuspended } from '@nuxt/test-utils/runtime'
import { expect, it } from 'vitest'
import Index from '~/pages/index.vue'

mockComponent('~/components/TimeNote.vue', async () => {
  const { defineComponent, h } = await import('vue')
  return defineComponent({ setup: () => () => h('p', 'noon') })
})

it('shows the mock', async () => {
  expect((await mountSuspended(Index)).text()).toBe('noon')
})

it('is set up', () => {
  expect(globalThis).toHaveProperty('isSetUp', true)
})
