import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { migrateConfig } from '../../src/index.ts';
import { type ShapedConfig, shapeConfig, Tape } from './support/generate-shapes.ts';
import { environments, type Files, inMode, meaningA, meaningB, run } from './support/shapes-oracle.ts';

const numRuns = process.env.FW_MIGRATE_FULL ? 2000 : Number(process.env.FW_MIGRATE_RUNS ?? 300);
const seed = Number(process.env.FW_MIGRATE_SEED ?? 11);
const tapes = fc.noBias(fc.array(fc.nat({ max: 55_439 }), { maxLength: 160, size: 'max' }));

type Result = ReturnType<typeof migrateConfig>;

describe('random configs in the shapes that people write', () => {
  it('mean the same in every environment, or the report says which option does not', () => {
    let reported = 0;
    let total = 0;
    fc.assert(
      fc.property(tapes, (numbers) => {
        const shaped = shapeConfig(new Tape(numbers));
        if (!runs(shaped.files)) return;
        let files: Files = {};
        try {
          const result = migrate(shaped);
          files = after(shaped, result);
          const differing = differences(shaped, files);
          total += 1;
          if (differing.size > 0) reported += 1;
          const silent = [...differing].filter(([option]) => !isReported(option, result));
          expect(Object.fromEntries(silent)).toEqual({});
        } catch (error) {
          throw new Error(explained(shaped, files, error));
        }
      }),
      { numRuns, seed, interruptAfterTimeLimit: 600_000 },
    );
    // A tool that reports everything would pass as well.
    expect(reported / total).toBeLessThan(0.5);
  }, 600_000);
});

/** Whether the config can be run at all. */
function runs(files: Files): boolean {
  try {
    for (const env of environments) run(files, env);
    return true;
  } catch {
    return false;
  }
}

function migrate({ files, layout }: ShapedConfig): Result {
  const read = (path: string) => files[path];
  return migrateConfig(files['fw.config.ts'] ?? '', { filename: 'fw.config.ts', layout, read });
}

function after({ files }: ShapedConfig, result: Result): Files {
  return { ...files, ...Object.fromEntries(result.files.map((file) => [file.path, file.after])) };
}

/** The options that differ in some environment, with what they are. */
function differences(shaped: ShapedConfig, files: Files): Map<string, string> {
  const found = new Map<string, string>();
  for (const env of environments) {
    const [before, now] = [run(shaped.files, env), run(files, env)];
    for (const mode of ['production', undefined] as const) {
      const wanted = meaningB(inMode(before, mode), shaped);
      const actual = meaningA(inMode(now, mode), shaped);
      for (const [option, value] of wanted) {
        const [one, other] = [shown(value), shown(actual.get(option))];
        if (one !== other) found.set(option, `${JSON.stringify(env)} ${mode ?? ''}: ${other} for ${one}`);
      }
    }
  }
  return found;
}

/** A value as text; the order of keys does not matter. */
function shown(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

const sources: { readonly [option: string]: readonly string[] } = {
  'generate.routes': ['generate', 'serverEngine'],
  'generate.exclude': ['generate', 'serverEngine'],
  transformer2: ['transformer2', 'transformer1'],
  'dir.public': ['dir.public', 'dir.static'],
  ended: ['dir', 'experimental'],
};

/** Whether a follow-up names the option, in whatever part of the config. */
function isReported(option: string, { followUps }: Result): boolean {
  const names = sources[option] ?? [option];
  const isIn = (inner: string, outer: string) =>
    /^[.[]/.test(inner.slice(outer.length)) && inner.startsWith(outer);
  return followUps.some((followUp) => {
    const bare = followUp.option.replace(/^(?:\$(?:if\(.*\)|\w+)\.)+/, '');
    return bare !== '' && names.some((name) => bare === name || isIn(bare, name) || isIn(name, bare));
  });
}

function explained({ files, layout }: ShapedConfig, now: Files, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  const show = (texts: Files) =>
    Object.entries(texts)
      .map(([path, text]) => `// ${path}\n${text}`)
      .join('\n');
  return `${reason}\n\nlayout ${layout}\n---- before\n${show(files)}\n---- after\n${show(now)}`;
}
