import { escapeHtml } from '../html/markup.ts';
import { plain, plainLine } from '../plain.ts';

/** A text as inline code: nothing in it is a mark, a tag, a mention or a link. */
export function code(text: string): string {
  const line = plainLine(text.replaceAll('\t', ' '));
  const fence = '`'.repeat(longestRun(line) + 1);
  // A space is taken off at both ends, so that a backtick can stand there.
  const space = /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return line.trim() === '' ? '' : fence + space + line + space + fence;
}

/** A message, whose `backticked` parts are code; whatever else it holds is shown as it is. */
export function prose(message: string): string {
  const parts = plainLine(message.replaceAll('\t', ' ')).trim().split('`').map(shortened);
  const isOpen = parts.length % 2 === 0;
  const shown = parts.map((part, index) => {
    const isCode = index % 2 === 1 && !(isOpen && index === parts.length - 1);
    if (isCode) return code(part) || '\\`\\`';
    // Backticks of two codes side by side would be read as one mark.
    if (part === '' && index > 0 && index < parts.length - 1) return ' ';
    return (isOpen && index === parts.length - 1 ? '\\`' : '') + escaped(part);
  });
  return unstarted(shown.join(''));
}

// No message of ours has a part as long as this; what a project brings along may have any length.
const longestPart = 400;

function shortened(part: string): string {
  return part.length > longestPart ? `${part.slice(0, longestPart)}…` : part;
}

const zeroWidthSpace = '&#8203;';

/** Nothing in it formats or starts a tag, and no site makes a mention, a reference or a link of it. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<>&|~]/g, '\\$&')
    .replace(/[@#](?=\w)|\bgh(?=-\d)/gi, `$&${zeroWidthSpace}`)
    .replaceAll('$', '&#36;')
    .replaceAll('://', '&#58;//')
    .replace(/\bwww\./gi, (match) => `${match.slice(0, -1)}&#46;`);
}

/** Without what would start a heading or a list of its own at the start of an item. */
function unstarted(text: string): string {
  return text.replace(/^[#+=-]/, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2');
}

/** Lines as a block of code, in a fence that nothing in them can close. */
export function fenced(text: string, language: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\t').map(plain).join('\t').replace(/\n$/, '');
  const fence = '`'.repeat(Math.max(3, longestRun(lines) + 1));
  return `${fence}${language}\n${lines}\n${fence}\n`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
}

/** Something that opens on a click. The summary is HTML already; the content is markdown. */
export function details(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n\n${content}\n</details>\n`;
}

/** A text as code where only HTML is understood, as in a summary. */
export function htmlCode(text: string): string {
  return `<code>${escapeHtml(plainLine(text))}</code>`;
}
