import { load } from '~~/server/load'
const = load()
