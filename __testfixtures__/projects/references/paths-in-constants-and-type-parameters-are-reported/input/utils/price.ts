export type Price = number
export function format() {}
