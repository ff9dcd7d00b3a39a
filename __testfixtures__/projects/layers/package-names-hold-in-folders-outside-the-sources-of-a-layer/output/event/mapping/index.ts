import { base } from '@acme/core/mapping'

export const event = { ...base }
