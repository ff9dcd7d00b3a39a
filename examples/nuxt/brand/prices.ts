/** Prices are stored in cents. */
export function priceText(cents: number): string {
  return `${(cents / 100).toFixed(2)} €`
}
