import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/plan/plan.ts';
import { planRepository } from '../../src/plan/repository.ts';
import { readSnapshot } from '../../src/project/disk.ts';
import type { LayoutMode } from '../../src/project/layout.ts';
import { transforms } from '../../transforms/index.ts';
import { shown, treeAfter, treeIn } from './tree.ts';

const root = fileURLToPath(new URL('../../__testfixtures__/projects', import.meta.url));

/** What a fixture may hold, and each of its options: a mistyped one would quietly test nothing. */
const knownEntries = ['input', 'output', 'error.txt', 'options.json', 'followups.json'];
const knownOptions = ['layout', 'move', 'stay', 'keepDefaults', 'notRepeatable'];

interface FixtureOptions {
  readonly layout?: LayoutMode;
  readonly move?: readonly string[];
  readonly stay?: readonly string[];
  readonly keepDefaults?: boolean;
  /** Why a second run on the output alone cannot know that it is one. */
  readonly notRepeatable?: string;
}

interface ExpectedFollowUp {
  readonly code: string;
  readonly file: string;
  readonly line: number;
  /** Every place that it is about, as `file:line`, where there may be more than one. */
  readonly evidence?: readonly string[];
}

function readJson<T>(path: string, fallback: T): T {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : fallback;
}

function planFor(folder: string, { notRepeatable: _, ...options }: FixtureOptions): Promise<Plan> {
  return planRepository(readSnapshot(folder), { steps: [{ kind: 'transforms', transforms }], ...options });
}

/** One line for each, sorted: what is to be done counts here, not in which order it is told. */
function followUpLines(list: readonly ExpectedFollowUp[]): string[] {
  return list
    .map(({ code, file, line, evidence = [] }) => [`${code} ${file}:${line}`, ...evidence].join(', '))
    .toSorted();
}

function followUpsOf({ projects, followUps }: Plan): string[] {
  const all = [...projects.flatMap((project) => project.followUps), ...followUps];
  return followUpLines(
    all.map((followUp) => ({
      ...followUp,
      evidence: followUp.evidence.map(({ file, line }) => `${file}:${line}`),
    })),
  );
}

const fixtures = readdirSync(root);

describe('project fixtures', () => {
  it.each(fixtures)('%s has all it needs and no orphans', (name) => {
    expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    const entries = readdirSync(join(root, name));
    const unknown = entries.filter((entry) => !knownEntries.includes(entry));
    expect(unknown).toEqual([]);
    expect(entries).toContain('input');
    expect(entries.includes('output'), 'either an output or an error').toBe(!entries.includes('error.txt'));
    const options = readJson<FixtureOptions>(join(root, name, 'options.json'), {});
    expect(knownOptions).toEqual(expect.arrayContaining(Object.keys(options)));
  });
});

describe.each(fixtures)('%s', (name) => {
  const folder = join(root, name);
  const options = readJson<FixtureOptions>(join(folder, 'options.json'), {});
  const input = join(folder, 'input');

  if (existsSync(join(folder, 'error.txt'))) {
    it('is refused with every reason', async () => {
      const lines = readFileSync(join(folder, 'error.txt'), 'utf8').trimEnd().split('\n');
      const message = await refusalOf(planFor(input, options));
      for (const line of lines) expect(message).toContain(line);
    });
    return;
  }
  const output = join(folder, 'output');

  it('gives the output, byte by byte', async () => {
    expect(shown(treeAfter(treeIn(input), await planFor(input, options)))).toEqual(shown(treeIn(output)));
  });

  it('leaves the listed follow-ups', async () => {
    const expected = readJson<ExpectedFollowUp[]>(join(folder, 'followups.json'), []);
    expect(followUpsOf(await planFor(input, options))).toEqual(followUpLines(expected));
  });

  if (options.notRepeatable === undefined) {
    it('has nothing to change in a second run', async () => {
      expect((await planFor(output, options)).files).toEqual([]);
    });
  }
});

async function refusalOf(planned: Promise<unknown>): Promise<string> {
  try {
    await planned;
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
  throw new Error('Nothing was refused');
}
