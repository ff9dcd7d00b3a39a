/** A JSON value as text for reading: of every list the first item, long texts cut, with comments that say so. */
export function shortened(value: unknown, indent = ''): string {
  if (typeof value === 'string') return JSON.stringify(cut(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const lines = Array.isArray(value) ? itemsOf(value, inner) : fieldsOf(value, inner);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join('\n')}\n${indent}${close}`;
}

function itemsOf(list: readonly unknown[], indent: string): string[] {
  if (list.length === 0) return [];
  const [first] = list;
  const rest = list.length - 1;
  return [
    `${indent}${shortened(first, indent)}`,
    ...(rest > 0 ? [`${indent}// and ${rest} more`] : []),
  ];
}

function fieldsOf(value: object, indent: string): string[] {
  const fields = Object.entries(value);
  return fields.map(([name, field], index) => {
    const comma = index < fields.length - 1 ? ',' : '';
    return `${indent}${JSON.stringify(name)}: ${shortened(field, indent)}${comma}`;
  });
}

const longest = 90;

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
