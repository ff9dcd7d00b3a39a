import { shout } from '~/utils/shout'

export default defineEventHandler(() => ({ count: words(shout('one two three')) }))
