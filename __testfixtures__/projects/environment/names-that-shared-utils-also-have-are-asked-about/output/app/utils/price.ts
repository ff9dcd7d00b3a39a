export function formatPrice(value: number) {
  return `${value} EUR`;
}
export const round = Math.round;
