export function formatPrice(value: number) {
  return `${value} EUR`;
}
