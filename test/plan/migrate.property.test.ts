import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breaksSilently } from '../../src/catalogue/follow-ups.ts';
import { migrateConfig, transforms } from '../../src/index.ts';
import { migrateWith } from '../../src/plan/migrate.ts';
import { roundsOf } from '../support/sample.ts';
import { evaluateConfig, type Tree } from './support/evaluate-config.ts';
import { type Project, sketchProject, Tape } from './support/generate-config.ts';
import {
  dueFollowUps,
  expectedConfig,
  folderMismatches,
  getIn,
  isRepeatable,
  isTree,
  mismatch,
  modelOf,
  withoutFolders,
} from './support/oracle.ts';
import { type Note, type Path, type Written, writeConfig } from './support/write-config.ts';

// Unbiased: small numbers are the plain choices, and most of what goes wrong needs several others at once.
const tapes = fc.noBias(fc.array(fc.nat({ max: 55_439 }), { maxLength: 600, size: 'max' }));

/** One config, migrated once. */
interface Case {
  readonly project: Project;
  readonly written: Written;
  readonly before: Tree;
  readonly after: Tree;
  readonly result: ReturnType<typeof migrateConfig>;
}

const runs = roundsOf(200, 1000);

describe('migrating random configs', () => {
  it('keeps what the config means', () => {
    check(({ project, before, after, result }) => {
      const model = modelOf(before, project);
      expect(
        mismatch(expectedConfig(before, project, model), withoutFolders(after)),
      ).toBeUndefined();
      expect(folderMismatches(before, after, project, model)).toEqual([]);
      const told = result.followUps.map(({ kind, option }) => `${kind} ${option}`);
      const due = dueFollowUps(before, model).map(({ kind, option }) => `${kind} ${option}`);
      expect(due.filter((followUp) => !told.includes(followUp))).toEqual([]);
    });
  });

  it('keeps comments, lines and line ends', () => {
    check((one) => {
      checkEmptyObjects(one);
      checkNotes(one);
      checkUntouched(one);
      const otherEnd = one.written.eol === '\n' ? /\r/ : /(?<!\r)\n/;
      expect(one.result.code).not.toMatch(otherEnd);
    });
  });

  it('changes nothing the second time, and does not care for the order of transforms', () => {
    check(({ project, written, before, result }, tape) => {
      const options = optionsFor(project, written);
      if (isRepeatable(before, project, modelOf(before, project)))
        expect(migrateConfig(result.code, options).code).toBe(result.code);
      const other = migrateWith(shuffled(transforms, tape), written.text, options);
      expect(other.code).toBe(result.code);
      expect(other.followUps).toEqual(result.followUps);
      checkReport(written, result);
    });
  });
});

function optionsFor({ layout, keepDefaults }: Case['project'], { filename }: Case['written']) {
  return { layout, keepDefaults, filename };
}

/** Runs a check on random configs; a failure is of no use without the texts. */
function check(checkCase: (one: Case, tape: Tape) => void): void {
  fc.assert(
    fc.property(tapes, tapes, (numbers, looks) => {
      const project = sketchProject(new Tape(numbers));
      const tape = new Tape(looks);
      const written = writeConfig(project, tape);
      let code = '(not migrated)';
      try {
        const before = evaluateConfig(written.text);
        const result = migrateConfig(written.text, optionsFor(project, written));
        code = result.code;
        checkCase({ project, written, before, after: evaluateConfig(code), result }, tape);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const asked = `layout ${project.layout}, keepDefaults ${project.keepDefaults}`;
        throw new Error(`${reason}\n\n${asked}\n---- before\n${written.text}\n---- after\n${code}`);
      }
    }),
    // Without a limit it may take minutes to find the simplest config that fails.
    { numRuns: runs, interruptAfterTimeLimit: 40_000 },
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
  for (const path of emptyObjects(before, []))
    expect([path, isTree(getIn(after, path))]).toEqual([path, true]);
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
  const holders = path.map((_, index) => path.slice(0, index + 1));
  const targets = holders.map((holder) => renamed(holder, before));
  const isMoved = targets.some((target) => target && getIn(after, target) !== undefined);
  if (isMoved || holders.every((holder) => getIn(after, holder) !== undefined)) return false;
  // A comment that is nobody's keeps its object, but not a list whose items were added to another one.
  return kind === 'on' ? !listFor(path, before) : !isTree(getIn(before, path));
}

/** The list that was there before and gets the comments of a list, of its items or of its group, even of repeats. */
function listFor(path: Path, before: Tree): Path | undefined {
  const block = blockOf(path);
  const own = path.slice(block.length);
  const targets = renames
    .filter(([from]) => from.startsWith('generate') && own.length > 0)
    .filter(([from]) =>
      from.split('.').every((key, index) => own[index] === undefined || own[index] === key),
    )
    .map(([, to]) => [...block, ...to.split('.')]);
  return targets.find((target) => Array.isArray(getIn(before, target)));
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
  const block =
    path[0] === '$env' ? path.slice(0, 2) : String(path[0]).startsWith('$') ? path.slice(0, 1) : [];
  const own = path.slice(block.length).join('.');
  const to = renames.find(([from]) => from === own)?.[1];
  const target = to && [...block, ...to.split('.')];
  return target && getIn(before, target) === undefined ? target : undefined;
}

/** The way to the override block that something is in. */
function blockOf(path: Path): Path {
  if (path[0] === '$env') return path.slice(0, 2);
  return String(path[0]).startsWith('$') ? path.slice(0, 1) : [];
}

/** Properties whose values did not change stand there as before, unless comments of repeats moved into them. */
function checkUntouched({ written, before, after, result }: Case): void {
  const commented = written.notes.map(({ path }) => listFor(path, before)?.[0]);
  for (const [key, text] of written.properties) {
    if (mismatch(before[key], after[key]) !== undefined || commented.includes(key)) continue;
    expect([text, result.code.includes(text)]).toEqual([text, true]);
  }
}

/** The report says what was done, sorted and without repeats. */
function checkReport({ text }: Written, { code, files, changes, followUps }: Case['result']): void {
  expect(files.map(({ before, after }) => [before, after])).toEqual(
    code === text ? [] : [[text, code]],
  );
  expect(changes.length > 0).toBe(code !== text);
  const keys = followUps.map((item) => `${item.code} ${item.option} ${item.line}:${item.column}`);
  expect(keys).toEqual([...new Set(keys)]);
  const order = followUps.map(({ code: id, kind, line, column }) => {
    const first = [breaksSilently(id), kind === 'decide'].map((one) => (one ? 0 : 1));
    return [...first, line, column].map((one) => String(one).padStart(6)).join();
  });
  expect(order).toEqual(order.toSorted());
}
