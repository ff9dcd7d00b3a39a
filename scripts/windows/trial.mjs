/**
 * Migrates every project fixture on the disk of Windows, compares each file byte by byte, undoes the run and compares
 * again. Run by ../windows.ts with the Node of Windows:
 * `node trial.mjs <folder to work in> <file for the outcome> <list of fixtures with links>`.
 */
import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyPlan, PlanProblem, planMigration, readSnapshot, undo } from '../../dist/index.js';

const [home, outcomeFile, linkedFile] = process.argv.slice(2);
const linked = JSON.parse(fs.readFileSync(linkedFile, 'utf8'));
const fixtures = fileURLToPath(new URL('../../__testfixtures__/projects', import.meta.url));
const outcome = { migrated: 0, refused: 0, undone: 0, left: {}, wrong: {} };

for (const subject of fs.readdirSync(fixtures))
  for (const name of fs.readdirSync(join(fixtures, subject))) {
    try {
      const reason = linked.includes(name)
        ? 'it has symbolic links, which not every user of Windows may make'
        : await tryFixture(join(fixtures, subject, name), join(home, name));
      if (reason !== undefined) outcome.left[name] = reason;
    } catch (error) {
      outcome.wrong[name] = error.message;
    }
  }
fs.writeFileSync(outcomeFile, JSON.stringify(outcome));

/** Returns why a fixture cannot be tried here; throws if something comes out wrong. */
async function tryFixture(fixture, folder) {
  const settings = readOptions(fixture);
  const { git = {}, leave = [], notRepeatable: _, ...options } = settings;
  const input = contentsOf(join(fixture, 'input'));
  if (git.tracked) return 'it needs git, which says that it tracks ignored files';
  fs.cpSync(join(fixture, 'input'), folder, { recursive: true });
  for (const path of git.repositories ?? []) fs.mkdirSync(join(folder, path, '.git'));
  const choices = new Map(leave.map((root) => [root, { leave: true }]));
  const snapshot = readSnapshot(folder);
  const planned = planMigration(snapshot, { ...options, ...(leave.length > 0 && { choices }) });
  if (fs.existsSync(join(fixture, 'error.txt'))) return void (await expectRefused(planned));
  applyPlan(await planned, folder, { snapshot });
  expectSame('migrated', contentsOf(folder), contentsOf(join(fixture, 'output')));
  outcome.migrated += 1;
  undo(folder);
  expectSame('undone', contentsOf(folder), input);
  outcome.undone += 1;
  fs.rmSync(folder, { recursive: true });
  return undefined;
}

function readOptions(fixture) {
  const file = join(fixture, 'options.json');
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
}

async function expectRefused(planned) {
  const problem = await planned.catch((error) => error);
  if (!(problem instanceof PlanProblem)) throw new Error(`not refused: ${problem}`);
  outcome.refused += 1;
}

/** The bytes of each file, without our state. */
function contentsOf(folder) {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const contents = new Map();
  for (const file of files) {
    const path = join(file.parentPath, file.name);
    const seen = path.slice(folder.length + 1).replaceAll('\\', '/');
    if (file.isFile() && !/(?:^|\/)\.(?:fw-migrate|git)\//.test(seen))
      contents.set(seen, fs.readFileSync(path, 'latin1'));
  }
  return contents;
}

function expectSame(what, actual, expected) {
  const paths = [...new Set([...actual.keys(), ...expected.keys()])];
  const different = paths.filter((path) => actual.get(path) !== expected.get(path));
  if (different.length > 0) throw new Error(`${what}, but not as expected: ${different}`);
}
