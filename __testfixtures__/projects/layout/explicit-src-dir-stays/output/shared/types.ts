export type Id = string
