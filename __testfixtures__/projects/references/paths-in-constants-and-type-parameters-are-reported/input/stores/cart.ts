export type Cart = string[]
