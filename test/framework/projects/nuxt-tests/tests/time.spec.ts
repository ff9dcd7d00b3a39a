import { mountSuspended } from '@nuxt/test-utils/runtime'
import { expect, it } from 'vitest'
import TimeNote from '../components/TimeNote.vue'

it('shows the time', async () => {
  expect((await mountSuspended(TimeNote)).text()).toBe('some time')
})
