import { renderToString } from 'vue/server-renderer'
import { createSSRApp } from 'vue'
import { expect, it } from 'vitest'
import TimeNote from '../components/TimeNote.vue'

it('shows the time of the mock', async () => {
  expect(await renderToString(createSSRApp(TimeNote))).toContain('NOON')
})
