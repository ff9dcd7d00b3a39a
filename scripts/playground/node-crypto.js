// Names for follow-ups in a page. They are not secrets, so any well-mixed hash is good enough.
export function createHash() {
  let text = '';
  const hash = {
    update: (part) => {
      text += part;
      return hash;
    },
    digest: () => [0x811c9dc5, 0x9e3779b9].map((start) => mixed(text, start)).join(''),
  };
  return hash;
}

// FNV-1a.
function mixed(text, start) {
  let value = start;
  for (let at = 0; at < text.length; at += 1)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, '0');
}
