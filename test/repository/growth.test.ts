import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { planRepository } from '../../src/check/checked-plan.ts';
import { parser } from '../../src/config/parse.ts';
import { transforms } from '../../src/index.ts';
import { unverifiedPaths } from '../../src/plan/mentioned-paths.ts';
import { readSnapshot } from '../../src/tree/disk.ts';
import { type FilesInMemory, type Snapshot, snapshotOf } from '../../src/tree/snapshot.ts';

// Test files share their modules: those that count are loaded anew, and not left to the files that follow.
const { calls } = vi.hoisted(() => {
  vi.resetModules();
  return { calls: { meanings: 0 } };
});

afterAll(() => {
  vi.doUnmock('../../src/paths/meaning.ts');
  vi.resetModules();
});

vi.mock('../../src/paths/meaning.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/paths/meaning.ts')>();
  const meaning: typeof original.meaning = (...given) => {
    calls.meanings += 1;
    return original.meaning(...given);
  };
  return { ...original, meaning };
});

const parse = vi.spyOn(parser(), 'parse');

beforeEach(() => {
  parse.mockClear();
  calls.meanings = 0;
});

/** The generator of the benchmark, which no build knows. */
const generator: {
  writeRepository(folder: string, count: number, scale?: number): void;
  writeWorkspace(folder: string, count: number, projects: number): void;
} = await import(new URL('../../bench/generate-repository.mjs', import.meta.url).href);

/** What a plan costs: how often a text is resolved and code parsed, and how many characters and bytes that reads. */
interface Operations {
  readonly meanings: number;
  readonly parsed: number;
  readonly read: number;
}

async function operationsOf(snapshot: Snapshot): Promise<Operations> {
  parse.mockClear();
  calls.meanings = 0;
  let read = 0;
  const counting: Snapshot = {
    ...snapshot,
    read(path) {
      const bytes = snapshot.read(path);
      read += bytes.length;
      return bytes;
    },
  };
  await planRepository(counting, { steps: [{ kind: 'transforms', transforms }] });
  const parsed = parse.mock.calls.reduce((sum, [code]) => sum + code.length, 0);
  return { meanings: calls.meanings, parsed, read };
}

function generated(write: (folder: string) => void): Promise<Operations> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-migrate-growth-'));
  write(folder);
  return operationsOf(readSnapshot(folder)).finally(() => rmSync(folder, { recursive: true }));
}

const project = {
  'package.json': '{ "dependencies": { "fw": "^3.0.0" } }\n',
  'app.vue': '<template><p /></template>\n',
  'assets/a.css': 'a {}\n',
  'components/Card.vue': '<template><p /></template>\n',
  'server/utils.ts': 'export const a = 1\n',
};

const listed = (count: number, write: (index: number) => string, separator = '\n') =>
  Array.from({ length: count }, (_, index) => write(index)).join(separator);

/** A project that extends a layer, which extends another one, and so on. */
function chainOfLayers(count: number): FilesInMemory {
  const layers = Array.from({ length: count }, (_, index) => {
    const next = index + 1 < count ? `extends: ['../layer-${index + 1}']` : '';
    const page = `<script setup>\nimport Card from '~/components/Card.vue'\n</script>\n`;
    return {
      [`layer-${index}/fw.config.ts`]: `export default defineFwConfig({ ${next} })\n`,
      [`layer-${index}/components/Card.vue`]: '<template><p /></template>\n',
      [`layer-${index}/pages/page-${index}.vue`]: page,
    };
  });
  const config = `export default defineFwConfig({ extends: ['./layer-0'] })\n`;
  return Object.assign({ ...project, 'fw.config.ts': config }, ...layers);
}

const shapes: {
  readonly [shape: string]: (times: number) => Promise<Operations>;
} = {
  'small files': (times) => generated((folder) => generator.writeRepository(folder, 200 * times)),
  'large files': (times) =>
    generated((folder) => generator.writeRepository(folder, 100 * times, 6)),
  'a workspace': (times) =>
    generated((folder) => generator.writeWorkspace(folder, 300 * times, 3 * times)),
  'a chain of layers': (times) => operationsOf(snapshotOf(chainOfLayers(8 * times))),
  'assignments to one config': (times) => {
    const lines = listed(200 * times, (index) => `config.option${index} = './assets/a.css'`);
    const config = `const config = defineFwConfig({})\n${lines}\nexport default config\n`;
    return operationsOf(snapshotOf({ ...project, 'fw.config.ts': config }));
  },
  'a generated file of one line': (times) => {
    const paths = listed(300 * times, (index) => `'~/server/utils','./a${index}/b'`, ',');
    const file = `export default [${paths}]`;
    const config = 'export default defineFwConfig({})\n';
    return operationsOf(snapshotOf({ ...project, 'fw.config.ts': config, 'lib/list.ts': file }));
  },
};

/** Generated files differ at random, so a third more is allowed; what grows with the square needs four times as many. */
const fewOperations = 2000;

describe('twice as much needs twice as many operations', () => {
  it.each(Object.entries(shapes))('%s', async (_, run) => {
    const [once, twice] = [await run(1), await run(2)];
    expect(once.meanings).toBeGreaterThan(0);
    for (const key of ['meanings', 'parsed', 'read'] as const)
      expect(twice[key], key).toBeLessThan(3 * once[key] + fewOperations);
  });

  it('lost paths are looked up among the follow-ups by their line', () => {
    let looks = 0;
    const count = 500;
    const places = Array.from({ length: count }, (_, index) => ({
      file: 'a.ts',
      column: 1,
      get line() {
        looks += 1;
        return index + 1;
      },
    }));
    const lost = places.map((at) => ({ ...at, text: './a', was: ['a'], now: [] }));
    const told = unverifiedPaths(lost, [
      {
        ...{ code: 'changed-default', kind: 'verify', option: '', message: '', docs: '' },
        ...{ file: 'a.ts', line: 1, column: 1, evidence: places },
      },
    ]);
    expect(told).toHaveLength(0);
    expect(looks).toBeLessThan(10 * count);
  });
});
