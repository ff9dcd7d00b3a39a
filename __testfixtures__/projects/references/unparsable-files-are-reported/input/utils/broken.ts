const = 1
import { load } from '~/server/load'
