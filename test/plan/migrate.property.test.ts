import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { migrateConfig, transforms } from '../../src/index.ts';
import { migrateWith } from '../../src/plan/migrate.ts';
import { evaluateConfig, type Tree } from './evaluate-config.ts';
import { type Project, sketchProject, Tape } from './generate-config.ts';
import {
  expectedConfig,
  folderMismatches,
  getIn,
  isRepeatable,
  isTree,
  mismatch,
  modelOf,
  withoutFolders,
} from './oracle.ts';
import { type Note, type Path, type Written, writeConfig } from './write-config.ts';

const tapes = fc.array(fc.nat({ max: 55_439 }), { minLength: 0, maxLength: 600, size: 'max' });

/** One config, migrated once. */
interface Case {
  readonly project: Project;
  readonly written: Written;
  readonly before: Tree;
  readonly after: Tree;
  readonly result: ReturnType<typeof migrateConfig>;
}

const numRuns = Number(process.env.RUNS ?? 700);

describe('migrating random configs', () => {
  it('keeps what the config means', () => {
    check(numRuns, ({ project, before, after, result }) => {
      const model = modelOf(before, project);
      expect(mismatch(expectedConfig(before, project, model), withoutFolders(after))).toBeUndefined();
      expect(folderMismatches(before, after, project, model)).toEqual([]);
      expect(result.followUps.length).toBeGreaterThanOrEqual(0);
    });
  });

  it('keeps comments, lines and line ends', () => {
    check(numRuns, (one) => {
      checkEmptyObjects(one);
      checkNotes(one);
      checkUntouched(one);
      const otherEnd = one.written.eol === '\n' ? /\r/ : /(?<!\r)\n/;
      expect(one.result.code).not.toMatch(otherEnd);
    });
  });

  it('changes nothing the second time, and does not care for the order of transforms', () => {
    check(numRuns, ({ project, written, before, result }, tape) => {
      const options = { ...project, filename: written.filename };
      if (isRepeatable(before, project, modelOf(before, project)))
        expect(migrateConfig(result.code, options).code).toBe(result.code);
      const other = migrateWith(shuffled(transforms, tape), written.text, options);
      expect(other.code).toBe(result.code);
      expect(other.followUps).toEqual(result.followUps);
      checkFollowUps(result.followUps);
    });
  });
});

/** Runs a check on random configs; a failure is of no use without the texts. */
function check(runs: number, checkCase: (one: Case, tape: Tape) => void): void {
  fc.assert(
    fc.property(tapes, tapes, (numbers, looks) => {
      const project = sketchProject(new Tape(numbers));
      const tape = new Tape(looks);
      const written = writeConfig(project, tape);
      let code = '(not migrated)';
      try {
        const before = evaluateConfig(written.text);
        const result = migrateConfig(written.text, { ...project, filename: written.filename });
        code = result.code;
        checkCase({ project, written, before, after: evaluateConfig(code), result }, tape);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const asked = `layout ${project.layout}, keepDefaults ${project.keepDefaults}`;
        throw new Error(`${reason}\n\n${asked}\n---- before\n${written.text}\n---- after\n${code}`);
      }
    }),
    { numRuns: runs },
  );
}

function shuffled<T>(list: readonly T[], tape: Tape): T[] {
  const rest = [...list];
  const result: T[] = [];
  while (rest.length > 0) result.unshift(...rest.splice(tape.below(rest.length), 1));
  return result;
}

/** An object that was empty stays; one that we emptied goes, unless it holds a comment that is nobody's. */
function checkEmptyObjects({ written, before, after }: Case): void {
  const kept = (path: Path): boolean =>
    written.notes.some(({ kind, path: at }) => kind === 'in' && startsWith(at, path));
  for (const path of emptyObjects(before, [])) expect([path, isTree(getIn(after, path))]).toEqual([path, true]);
  const emptied = emptyObjects(after, []).filter((path) => {
    if (path.length === 0) return false;
    const old = getIn(before, path);
    return !(isTree(old) && Object.keys(old).length === 0) && !kept(path);
  });
  expect(emptied).toEqual([]);
}

function emptyObjects(value: unknown, path: Path): Path[] {
  if (!isTree(value)) return [];
  const entries = Object.entries(value);
  if (entries.length === 0) return [path];
  return entries.flatMap(([key, item]) => emptyObjects(item, [...path, key]));
}

function startsWith(path: Path, start: Path): boolean {
  return start.every((key, index) => path[index] === key);
}

/** Comments stay, each once; only what stands on a property that is gone may go with it. */
function checkNotes({ written, before, after, result }: Case): void {
  const count = (id: string): number => result.code.split(id).length - 1;
  const wrong = written.notes.filter((note) => {
    const times = count(note.id);
    return times > 1 || (times === 0 && !mayGo(note, before, after));
  });
  expect(wrong).toEqual([]);
}

function mayGo({ kind, path }: Note, before: Tree, after: Tree): boolean {
  for (let length = 1; length <= path.length; length += 1) {
    const holder = path.slice(0, length);
    if (getIn(after, holder) !== undefined) continue;
    const target = renamed(holder, before);
    if (target && getIn(after, target) !== undefined) return false;
    // A loose comment keeps the object it is in; so it is gone only with a value that went as a whole.
    return kind === 'on' || typeof holder.at(-1) === 'number' || !isTree(getIn(before, holder));
  }
  return false;
}

const renames: readonly (readonly [from: string, to: string])[] = [
  ['generate.routes', 'serverEngine.prerender.routes'],
  ['generate.exclude', 'serverEngine.prerender.ignore'],
  ['dir.static', 'dir.public'],
  ...['jsxFactory', 'jsxFragment', 'target'].map(
    (key) => [`transformer2.transform.options.${key}`, `transformer1.options.${key}`] as const,
  ),
];

/** The new path of a property that moves as it is: its target was free. */
function renamed(path: Path, before: Tree): Path | undefined {
  const block = path[0] === '$env' ? path.slice(0, 2) : String(path[0]).startsWith('$') ? path.slice(0, 1) : [];
  const own = path.slice(block.length).join('.');
  const to = renames.find(([from]) => from === own)?.[1];
  const target = to && [...block, ...to.split('.')];
  return target && getIn(before, target) === undefined ? target : undefined;
}

/** Properties whose values did not change stand there as before. */
function checkUntouched({ written, before, after, result }: Case): void {
  for (const [key, text] of written.properties) {
    if (mismatch(before[key], after[key]) !== undefined) continue;
    expect([text, result.code.includes(text)]).toEqual([text, true]);
  }
}

function checkFollowUps(followUps: Case['result']['followUps']): void {
  const keys = followUps.map(({ code, option, line, column }) => `${code} ${option} ${line}:${column}`);
  expect(keys).toEqual([...new Set(keys)]);
  for (const [index, next] of followUps.slice(1).entries()) {
    const one = followUps[index];
    if (!one) continue;
    const inOrder =
      one.kind === next.kind
        ? one.line < next.line || (one.line === next.line && one.column <= next.column)
        : one.kind === 'decide';
    expect([one, next, inOrder]).toEqual([one, next, true]);
  }
}
