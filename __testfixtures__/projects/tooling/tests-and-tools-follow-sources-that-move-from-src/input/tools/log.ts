import type {} from '../src/server/load'
