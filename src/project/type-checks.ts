import type { Edit } from '../config/edits.ts';
import type { Span } from '../config/source.ts';
import { parseJson, valueAt } from './json.ts';

/** A word of a command line. */
interface Word extends Span {
  readonly text: string;
}

/** A call of the TypeScript compiler, or of the one for components, that reads a tsconfig. */
export interface TypeCheck {
  /** The command as it is written. */
  readonly text: string;
  readonly start: number;
  /** The folder that the command line has changed to; empty for the one it starts in. */
  readonly folder: string;
  /** The tsconfig, or its folder, that is named; undefined if it is looked for from the folder upwards. */
  readonly project: string | undefined;
  /** The words that choose the packages of the workspace that it runs in; undefined if it runs in the folder. */
  readonly packages?: readonly string[] | undefined;
  /** What makes it check referenced projects too, by offsets in the line; undefined if its flags do not allow that. */
  readonly build: readonly Edit[] | undefined;
}

const token = /&&|\|\||[;|&()\n]|(?:\\?"(?:(?!\\?")[\s\S])*\\?"|'[^']*'|[^\s;&|()"'])+/g;
const separator = /^(?:&&|\|\||[;|&()\n])$/;
const compiler = /^(?:[\w./-]*\/)?(?:vue-)?tsc$/;
/** What may come before a program: settings, and what looks for it or runs it. */
const runner = /^(?:\w+=.*|-.*|node|npx|pnpx|bunx|npm|pnpm|yarn|bun|exec|dlx|x|cross-env|time|command)$/;
/** Flags of the compiler that it also takes together with `--build`. */
const buildFlags = new Set(
  '--noEmit --pretty --watch -w --preserveWatchOutput --incremental --diagnostics --extendedDiagnostics'.split(
    ' ',
  ),
);
/** Flags with which nothing is checked, and with which referenced projects are. */
const otherTasks = /^(?:-[bhv]|--(?:build|help|all|version|init|showConfig))$/;

/** The type checks of a command line that read a tsconfig and not what it refers to. */
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
    const found = checkOf(line, tool, words.slice(at + 1));
    if (!found) return [];
    // Not every package needs the same.
    return [packages ? { ...found, folder, packages, build: undefined } : { ...found, folder }];
  });
}

/** What runs a command in packages: in all of them, or in those that are named behind it. */
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
  const others = args.filter((word) => word !== flag && word !== project);
  // Named files are checked without a tsconfig.
  if (others.some(({ text }) => /\.[cm]?[jt]sx?$/.test(text))) return undefined;
  const isPlain = others.every(({ text }) => buildFlags.has(text));
  const canBuild = isPlain && others.some(({ text }) => text === '--noEmit') && (at === -1 || project);
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

/** A command line with every type check in it that is wanted made to check referenced projects. */
export function withBuild(line: string, checks: readonly TypeCheck[]): string {
  const edits = checks
    .flatMap(({ build = [] }) => build)
    .toSorted((a, b) => b.start - a.start || b.end - a.end);
  return edits.reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), line);
}

/** Whether a tsconfig has no files of its own, and only refers to others. */
export function isReferenceList(text: string): boolean {
  const root = parseJson(text);
  const files = valueAt(root, 'files');
  const references = valueAt(root, 'references');
  const isEmpty =
    files?.kind === 'array' && files.items.length === 0 && valueAt(root, 'include') === undefined;
  return isEmpty && references?.kind === 'array' && references.items.length > 0;
}
