/**
 * Where a comment, a string or a regular expression ends that starts with a token; its place where none does, and
 * nothing where it has no end.
 */
export function endOfHidden(code: string, at: number, token: string): number | undefined {
  if (token === '"' || token === "'") return endOfLiteral(code, at, token);
  if (token !== '/') return at;
  if (code[at + 1] === '/') return endOfLine(code, at);
  if (code[at + 1] === '*') return after(code, '*/', at + 2);
  return divides(code, at) ? at : endOfLiteral(code, at, '/');
}

/** Where the text of a template goes over into code, or ends; nothing where it does neither. */
export function endOfTemplateText(code: string, at: number): number | undefined {
  for (let end = at; end < code.length; end += 1) {
    if (code[end] === '`') return end + 1;
    if (code[end] === '$' && code[end + 1] === '{') return end + 2;
    if (code[end] === '\\') end += 1;
  }
  return undefined;
}

function endOfLiteral(code: string, at: number, quote: string): number | undefined {
  let isInSet = false;
  for (let end = at + 1; end < code.length; end += 1) {
    const character = code[end];
    if (character === quote && !isInSet) return end + 1;
    if (character === '\n') return undefined;
    if (character === '\\') end += 1;
    else if (quote === '/') isInSet = character === '[' || (isInSet && character !== ']');
  }
  return undefined;
}

function endOfLine(code: string, at: number): number {
  const end = code.indexOf('\n', at);
  return end < 0 ? code.length : end;
}

function after(code: string, text: string, at: number): number | undefined {
  const start = code.indexOf(text, at);
  return start < 0 ? undefined : start + text.length;
}

const beforeExpression =
  /(?:^|[^\w$.])(?:await|case|delete|do|else|in|instanceof|new|of|return|throw|typeof|void|yield)$/;

/** Whether a slash stands after a value. What is before it tells, nearly always. */
function divides(code: string, at: number): boolean {
  let end = at;
  while (end > 0 && code.charCodeAt(end - 1) <= 32) end -= 1;
  const before = code[end - 1] ?? '';
  if (!/[\w$)\]}"'`\u0080-\uFFFF]/.test(before)) return false;
  return !beforeExpression.test(code.slice(Math.max(0, end - 12), end));
}
