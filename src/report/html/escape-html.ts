const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for an element or a quoted attribute. What would steer the eye unseen is shown as a replacement. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => (/[\n\t]/.test(character) ? character : '�'))
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
