/**
 * A value as JSON. `##[…]`, which services that run workflows obey wherever it stands in a line of their log, is written
 * with an escape, which means the same. No line can start with `::`, which they obey as well: texts stand in quotes.
 */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2).replace(/#(?=#)/g, '\\u0023')}\n`;
}
