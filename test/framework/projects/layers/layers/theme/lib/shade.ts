import { useTone } from '~/composables/tone'

export const shade = () => `${useTone()} shade`
