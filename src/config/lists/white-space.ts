/** Whether a text is only white space. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** How many lines end in a text. */
export function lineBreaks(text: string): number {
  return text.split('\n').length - 1;
}
