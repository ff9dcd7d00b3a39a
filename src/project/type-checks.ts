import { parseJson, valueAt } from './json.ts';

/** A call of `tsc` or `vue-tsc` that reads a tsconfig without its references. */
export interface TypeCheck {
  /** The written command. */
  readonly text: string;
  readonly start: number;
  /** The given tsconfig or its folder; undefined if it is searched for from the folder upwards. */
  readonly project: string | undefined;
  /** The command that also checks referenced projects; undefined if its flags do not allow that. */
  readonly build: string | undefined;
}

// Limits backtracking on very long lines; real commands are shorter.
const command = /(?<![\w@/.-])(?:[\w.-]{1,100}\/){0,20}(?:vue-)?tsc(?![\w.:@/-])[^\n;&|"'`()\\]{0,400}/g;
/** Compiler flags that are also allowed with `--build`. */
const buildFlags = new Set(
  '--noEmit --pretty --watch -w --preserveWatchOutput --incremental --diagnostics --extendedDiagnostics'.split(
    ' ',
  ),
);
/** Words with which nothing is checked, or referenced projects already are, or files without a tsconfig. */
const otherTasks = /^(?:-[bhv]|--(?:build|help|all|version|init|showConfig))$|\.[cm]?[jt]sx?$/;

/** The type checks in a command line, or in a file with command lines. */
export function typeChecksIn(line: string): TypeCheck[] {
  return [...line.matchAll(command)].flatMap(({ 0: matched, index: start }): TypeCheck[] => {
    const text = matched.trimEnd();
    const [tool = '', ...words] = text.split(/\s+/);
    if (words.some((word) => otherTasks.test(word))) return [];
    const at = words.findIndex((word) => word === '-p' || word === '--project');
    const project = at === -1 ? undefined : words[at + 1];
    const flags = at === -1 ? words : words.toSpliced(at, 2);
    const isPlain = flags.includes('--noEmit') && flags.every((flag) => buildFlags.has(flag));
    const build = [tool, '-b', ...(project === undefined ? [] : [project]), ...flags].join(' ');
    return [{ text, start, project, build: isPlain ? build : undefined }];
  });
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
