const namedEntities = new Map([
  ['quot', '"'],
  ['apos', "'"],
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['nbsp', '\u00A0'],
]);

/** Where each character of a value with entities is written; nothing if one of them is not understood. */
export function placesIn(written: string, meant: string): readonly number[] | undefined {
  const places: number[] = [];
  let decoded = '';
  for (const { 0: piece, index } of written.matchAll(/&#?\w+;|[\s\S]/g)) {
    const text = decodeEntity(piece);
    for (let unit = 0; unit < text.length; unit += 1) places.push(index);
    decoded += text;
  }
  return decoded === meant ? places : undefined;
}

function decodeEntity(written: string): string {
  const [, hexadecimal, decimal, name] = /^&(?:#x([\da-f]+)|#(\d+)|(\w+));$/i.exec(written) ?? [];
  const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal);
  if (code <= 0x10ffff) return String.fromCodePoint(code);
  return namedEntities.get(name ?? '') ?? written;
}
