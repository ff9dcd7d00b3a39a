import { posix } from 'node:path';
import { decode, type Snapshot, type TreePath } from './snapshot.ts';

/** How a comment is written on a line of its own. */
export type CommentForm = 'slashes' | 'hash' | 'markup' | 'block';

/** The marks around a comment; the second one may be empty. */
const marks: { readonly [form in CommentForm]: readonly [open: string, close: string] } = {
  slashes: ['//', ''],
  hash: ['#', ''],
  markup: ['<!--', ' -->'],
  block: ['/*', ' */'],
};

/** What kinds of files may hold comments, by what decides where one may stand. */
export type CommentSyntax = 'script' | 'component' | 'style' | 'sass' | 'json' | 'html' | 'yaml' | 'lines';

const byExtension: ReadonlyMap<string, CommentSyntax> = new Map<string, CommentSyntax>([
  ...['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'].map((one) => [one, 'script'] as const),
  ...['.css', '.scss', '.less', '.pcss', '.postcss'].map((one) => [one, 'style'] as const),
  ...['.jsonc', '.json5'].map((one) => [one, 'json'] as const),
  ...['.html', '.htm'].map((one) => [one, 'html'] as const),
  ...['.yml', '.yaml'].map((one) => [one, 'yaml'] as const),
  ...['.sh', '.bash', '.toml', '.conf', '.properties', '.ini'].map((one) => [one, 'lines'] as const),
  ['.vue', 'component'],
  ['.sass', 'sass'],
]);

const lineFiles =
  /^(?:(?:Docker|Container|Make|Caddy)file(?:\..*)?|.*\.dockerfile|CODEOWNERS|\.env(?:\..*)?|\.(?:git|docker|npm|prettier|eslint|stylelint)ignore|\.npmrc|\.editorconfig)$/i;

/** What decides where a comment may stand in a file; undefined if it allows none, or nobody knows. */
export function commentSyntaxOf(path: TreePath): CommentSyntax | undefined {
  const name = posix.basename(path);
  if (/^(?:ts|js)config(?:\..+)?\.json$/.test(name)) return 'json';
  if (lineFiles.test(name)) return 'lines';
  return byExtension.get(posix.extname(name).toLowerCase());
}

/** What a comment says about a follow-up. */
export interface Todo {
  readonly id: string;
  readonly code: string;
  readonly message: string;
}

// Longer ones are read in the report.
const longestMessage = 200;

/** The comment for a follow-up. Nothing that its message holds ends it. */
export function todoText({ id, code, message }: Todo, form: CommentForm): string {
  const line = message.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  const shortened = line.length > longestMessage ? `${line.slice(0, longestMessage).trimEnd()}…` : line;
  const safe = shortened
    .replaceAll('*/', '* /')
    .replace(/--(?=!?>)/g, '- -')
    .replaceAll('<!--', '<! --');
  const [open, close] = marks[form];
  return `${open} TODO(fw-migrate ${code}): ${safe} (fw-migrate close ${id})${close}`;
}

// A line of its own, with its end. No message has this end before the last.
const todoLine =
  /^[ \t]*(?:\/\/|#|<!--|\/\*) TODO\(fw-migrate [\w-]+\): .* \(fw-migrate close ([\da-f]{12})\)(?: -->| \*\/)?[ \t]*(?:\r\n|\n|$)/;

const sign = 'TODO(fw-migrate ';

/** The lines of a text, each with its end. */
export function wholeLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** A comment of ours in a text. */
export interface FoundTodo {
  readonly id: string;
  /** The line as it is, with its end. */
  readonly text: string;
  /** The line that it stands above, counted from 1 in the text without any of them. */
  readonly above: number;
}

/** A text without the comments of ours, and those. */
export interface SplitText {
  readonly clean: string;
  readonly todos: readonly FoundTodo[];
}

/** Takes the comments of ours out of a text; every other byte stays. */
export function splitTodos(path: TreePath, text: string): SplitText {
  if (!text.includes(sign) || commentSyntaxOf(path) === undefined) return { clean: text, todos: [] };
  const kept: string[] = [];
  const todos: FoundTodo[] = [];
  for (const line of wholeLines(text)) {
    const [, id] = todoLine.exec(line) ?? [];
    if (id === undefined) kept.push(line);
    else todos.push({ id, text: line, above: kept.length + 1 });
  }
  return { clean: kept.join(''), todos };
}

/** Puts comments of ours into a text that has none, each above its line. */
export function joinTodos(clean: string, todos: readonly Omit<FoundTodo, 'id'>[]): string {
  const lines = wholeLines(clean);
  const at = new Map<number, string>();
  for (const { above, text } of todos) {
    const line = Math.min(above, lines.length + 1);
    at.set(line, (at.get(line) ?? '') + text);
  }
  const joined = lines.map((line, index) => (at.get(index + 1) ?? '') + line);
  return joined.join('') + (at.get(lines.length + 1) ?? '');
}

/** A snapshot whose texts have no comments of ours: these change neither what a plan does nor what it finds. */
export function withoutTodos<Taken extends Snapshot>(
  snapshot: Taken,
): Taken & { readonly seen: Set<TreePath> } {
  const seen = new Set<TreePath>();
  return {
    ...snapshot,
    seen,
    read(path) {
      const bytes = snapshot.read(path);
      const text = holdsSign(bytes) ? decode(bytes) : undefined;
      if (text === undefined) return bytes;
      const { clean, todos } = splitTodos(path, text);
      if (todos.length === 0) return bytes;
      seen.add(path);
      return Buffer.from(clean);
    },
  };
}

function holdsSign(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(sign);
}
