import type {} from '../server/load'
