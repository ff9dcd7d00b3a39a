import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linesOf } from '../../src/base/position.ts';
import type { PlaceReport, Report } from '../../src/report/report.ts';
import { allFollowUps } from '../../src/report/summary.ts';
import {
  type FixtureOptions,
  migratedFixtures,
  named,
} from '../repository/support/project-fixtures.ts';
import { treeIn } from '../repository/support/tree.ts';
import { sampleOf } from '../support/sample.ts';
import { folderWith, fwMigrate } from './support/run.ts';

const possible = migratedFixtures.filter(
  ({ options: { choices }, git }) => !choices && Object.keys(git).length === 0,
);
// Each takes a process of its own.
const fixtures = sampleOf(possible, 12);

it.each(named(fixtures))(
  '%s: follow-ups are where what they name stands now',
  (_, { input, options }) => {
    const folder = folderWith({});
    cpSync(input, folder, { recursive: true, verbatimSymlinks: true });
    const before = textsIn(folder);
    const { stdout } = fwMigrate(folder, ['v4', '--format', 'json', ...flagsOf(options)]);
    const report: Report = JSON.parse(stdout);
    const after = textsIn(folder);
    const places = allFollowUps(report).flatMap((one): PlaceReport[] => [one, ...one.evidence]);
    for (const place of places) {
      expect(existsSync(join(folder, (place.after ?? place).file)), JSON.stringify(place)).toBe(
        true,
      );
      expect(mistakeIn(place, before, after), JSON.stringify(place)).toBe(undefined);
    }
  },
);

type Texts = ReadonlyMap<string, string>;

function textsIn(folder: string): Texts {
  const files = [...treeIn(folder).keys()].filter((path) => !path.startsWith('.fw-migrate/'));
  return new Map(files.map((path) => [path, readText(join(folder, path))]));
}

function readText(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch {
    return '';
  }
}

/** What is wrong with a place, from nothing but the trees: what stood there must stand there, or be gone. */
function mistakeIn(place: PlaceReport, before: Texts, after: Texts): string | undefined {
  const now = place.after ?? place;
  const line = linesOf(after.get(now.file) ?? '')[now.line - 1];
  if (line === undefined || now.column > line.length + 1) return 'no such position';
  if (now.text !== '' && now.text !== line) return `the line is ${line}`;
  const word = wordAt(place.text, place.column);
  if (now.text !== '' && wordAt(line, now.column) === word) return undefined;
  const isFewer = count(word, after) < count(word, before);
  return isFewer || word === '' ? undefined : `${word} is still in the tree, and not at ${line}`;
}

/** The name, number or string that starts at a column, with brackets in front of it. */
function wordAt(line: string, column: number): string {
  return /^[[{(]*(?:'[^']*'|"[^"]*"|[\w$@~./*-]+)?/.exec(line.slice(column - 1))?.[0] ?? '';
}

function count(word: string, texts: Texts): number {
  const name = /^\w+$/.test(word) ? new RegExp(`\\b${word}\\b`) : word;
  return [...texts.values()].reduce((sum, text) => sum + text.split(name).length - 1, 0);
}

function flagsOf({
  layout,
  move,
  stay,
  keepDefaults,
  allowIgnored,
  tooling,
}: FixtureOptions): string[] {
  return [
    ...(layout ? ['--layout', layout] : []),
    ...(move ? ['--move', ...move] : []),
    ...(stay ? ['--stay', ...stay] : []),
    ...(keepDefaults ? ['--keep-defaults'] : []),
    ...(allowIgnored ? ['--allow-ignored'] : []),
    ...(tooling ? ['--tooling', tooling] : []),
  ];
}

it('places of follow-ups hold after transforms of users, and those of their own follow-ups before them', () => {
  const config = `export default defineFwConfig({
  generate: { exclude: ['/admin'] },
  future: { compatibilityVersion: 3 },
  ssr: false,
})
`;
  const transform = `import { defineTransform } from 'fw-migrate'
export default defineTransform({
  id: 'mine',
  move: { ssr: 'rendering.server' },
  run: (config) => [{ option: 'ssr', at: config.lookup('ssr').at, followUps: [{ code: 'ask', kind: 'verify', message: 'Look.' }] }],
})
`;
  const folder = folderWith({ 'fw.config.ts': config, 'mine.mjs': transform });
  const { stdout } = fwMigrate(folder, ['v4', '--format', 'json', '--transform', './mine.mjs']);
  const before = new Map([['fw.config.ts', config]]);
  const after = textsIn(folder);
  const places = allFollowUps(JSON.parse(stdout)).map(({ code, line, column, after: now }) =>
    [code, line, column, now?.line, now?.column].join(' '),
  );
  expect(places).toEqual([
    'generate-exclude-active 2 24 2 40',
    'compatibility-version-3 3 35 3 1',
    'ask 4 8 3 24',
  ]);
  for (const place of allFollowUps(JSON.parse(stdout)))
    expect(mistakeIn(place, before, after), JSON.stringify(place)).toBe(undefined);
});
