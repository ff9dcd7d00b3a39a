import { load } from '~/server/load' // für später
