import { shout } from '~/utils/shout'

export default defineEventHandler(() => ({ text: shout('hello') }))
