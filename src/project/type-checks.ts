import type { Edit } from '../config/edits.ts';
import type { Span } from '../config/source.ts';
import { parseJson, valueAt } from './json.ts';

/** A word of a command line. */
interface Word extends Span {
  readonly text: string;
}

/** A call of `tsc` or `vue-tsc` that reads a tsconfig. */
export interface TypeCheck {
  /** The written command. */
  readonly text: string;
  readonly start: number;
  /** The folder that the command line has changed to; empty for the initial one. */
  readonly folder: string;
  /** The given tsconfig or its folder; undefined if it is searched for from the folder upwards. */
  readonly project: string | undefined;
  /** The words that select packages of the workspace; undefined if the command runs in the folder. */
  readonly packages?: readonly string[] | undefined;
  /** Edits that make it check referenced projects; undefined if its flags do not allow that. */
  readonly build: readonly Edit[] | undefined;
}

const token = /&&|\|\||[;|&()\n]|(?:\\?"(?:(?!\\?")[\s\S])*\\?"|'[^']*'|[^\s;&|()"'])+/g;
const separator = /^(?:&&|\|\||[;|&()\n])$/;
const compiler = /^(?:[\w./-]*\/)?(?:vue-)?tsc$/;
/** Words that may precede a program: variables, and commands that find or run it. */
const runner = /^(?:\w+=.*|-.*|node|npx|pnpx|bunx|npm|pnpm|yarn|bun|exec|dlx|x|cross-env|time|command)$/;
/** Compiler flags that are also allowed with `--build`. */
const buildFlags = new Set(
  '--noEmit --pretty --watch -w --preserveWatchOutput --incremental --diagnostics --extendedDiagnostics'.split(
    ' ',
  ),
);
/** Flags with which nothing is checked, or referenced projects already are. */
const otherTasks = /^(?:-[bhv]|--(?:build|help|all|version|init|showConfig))$/;

/** The type checks of a command line that read a tsconfig without its references. */
export function typeChecksIn(line: string): TypeCheck[] {
  let folder = '';
  return commandsIn(line).flatMap((words): TypeCheck[] => {
    const [first, second] = words;
    if (first?.text === 'cd' && second && words.length === 2) {
      folder = folder === '' ? second.text : `${folder}/${second.text}`;
      return [];
    }
    const at = words.findIndex(({ text }) => compiler.test(text));
    const tool = words[at];
    const front = words.slice(0, Math.max(0, at)).map(({ text }) => text);
    const packages = front.some((text) => choosing.test(text)) ? front : undefined;
    if (!tool || !(packages || front.every((text) => runner.test(text)))) return [];
    const check = checkOf(line, tool, words.slice(at + 1));
    if (!check) return [];
    // Packages may need different edits.
    return [packages ? { ...check, folder, packages, build: undefined } : { ...check, folder }];
  });
}

/** Flags and words that run a command in all packages, or in those named after them. */
const choosing =
  /^(?:-r|--recursive|--workspaces|-ws|workspaces|foreach|-F|--(?:filter|workspace)(?:=.+)?|workspace)$/;

function commandsIn(line: string): Word[][] {
  const commands: Word[][] = [[]];
  for (const { 0: text, index: start } of line.matchAll(token)) {
    if (separator.test(text)) commands.push([]);
    else commands.at(-1)?.push({ text, start, end: start + text.length });
  }
  return commands;
}

function checkOf(line: string, tool: Word, args: readonly Word[]): Omit<TypeCheck, 'folder'> | undefined {
  if (args.some(({ text }) => otherTasks.test(text))) return undefined;
  const at = args.findIndex(({ text }) => text === '-p' || text === '--project');
  const [flag, project] = at === -1 ? [] : [args[at], args[at + 1]];
  const otherWords = args.filter((word) => word !== flag && word !== project);
  // Files given as arguments are checked without a tsconfig.
  if (otherWords.some(({ text }) => /\.[cm]?[jt]sx?$/.test(text))) return undefined;
  const isPlain = otherWords.every(({ text }) => buildFlags.has(text));
  const canBuild = isPlain && otherWords.some(({ text }) => text === '--noEmit') && (at === -1 || project);
  const end = args.at(-1)?.end ?? tool.end;
  const insert = { start: tool.end, end: tool.end, text: project ? ` -b ${project.text}` : ' -b' };
  const before = args[at - 1] ?? tool;
  const moved = flag && project ? [insert, { start: before.end, end: project.end, text: '' }] : [insert];
  return {
    text: line.slice(tool.start, end),
    start: tool.start,
    project: project?.text,
    build: canBuild ? moved : undefined,
  };
}

/** A command line in which the given type checks also check referenced projects. */
export function withBuild(line: string, checks: readonly TypeCheck[]): string {
  const edits = checks
    .flatMap(({ build = [] }) => build)
    .toSorted((a, b) => b.start - a.start || b.end - a.end);
  return edits.reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), line);
}

/** Whether a tsconfig has no own files, and only references. */
export function isReferenceList(text: string): boolean {
  const root = parseJson(text);
  const files = valueAt(root, 'files');
  const references = valueAt(root, 'references');
  const isEmpty =
    files?.kind === 'array' && files.items.length === 0 && valueAt(root, 'include') === undefined;
  return isEmpty && references?.kind === 'array' && references.items.length > 0;
}
