import { shout } from '~/utils/shout'
import { words as joined } from '~/server/utils/words'

export default defineEventHandler(async (event) => {
  const note = await useStorage('assets:server').getItem('note.txt')
  const started = await useStorage('memory').getItem('started')
  return { text: shout(joined('hello', String(note).trim(), String(started), event.context.stamp)) }
})
