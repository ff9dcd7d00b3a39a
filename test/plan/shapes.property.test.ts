import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { migrateConfig } from '../../src/index.ts';
import { roundsOf } from '../support/sample.ts';
import { type ShapedConfig, shapeConfig, Tape } from './support/generate-shapes.ts';
import {
  environments,
  type Files,
  holds,
  inMode,
  type Mode,
  meaningA,
  meaningB,
  modes,
  run,
} from './support/shapes-oracle.ts';

const numRuns = roundsOf(300, 2000);
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
          if (differing.length > 0) reported += 1;
          const silent = differing.filter((difference) => !isReported(difference, result));
          expect(silent.map(({ text }) => text)).toEqual([]);
        } catch (error) {
          throw new Error(explained(shaped, files, error));
        }
      }),
      { numRuns, seed, interruptAfterTimeLimit: 600_000 },
    );
    // A tool that reports everything would pass as well. Nearly all of it is `generate` or `transformer2`
    // in a config where a condition adds to the group, or replaces it or its target, or where a list beside another
    // one is computed: such options are left.
    expect(reported / total).toBeLessThan(0.4);
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

/** An option that differs in one environment. */
interface Difference {
  readonly option: string;
  readonly env: NodeJS.ProcessEnv;
  readonly mode: Mode;
  readonly text: string;
}

function differences(shaped: ShapedConfig, files: Files): Difference[] {
  return environments.flatMap((env) => {
    const [before, now] = [run(shaped.files, env), run(files, env)];
    return modes.flatMap((mode) => {
      const actual = meaningA(inMode(now, mode));
      return [...meaningB(inMode(before, mode), shaped)].flatMap(
        ([option, value]): Difference[] => {
          const [wanted, got] = [shown(value), shown(actual.get(option))];
          const text = `${option} in ${JSON.stringify(env)} ${mode ?? ''}: ${got} for ${wanted}`;
          return wanted === got ? [] : [{ option, env, mode, text }];
        },
      );
    });
  });
}

/** A value as text; the order of keys does not matter. */
function shown(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** What a follow-up may name instead, since Variant B reads the option from there too. */
const otherNames: { readonly [option: string]: readonly string[] } = {
  'dir.public': ['dir.static'],
};

/**
 * Whether a follow-up leaves that very option to a person: the option itself, an item of it or the group that it is in,
 * in a part of the config that applies in that environment. What was changed and is only to be looked at does not
 * count, since the oracle knows every change of meaning that is meant.
 */
function isReported({ option, env, mode }: Difference, { followUps }: Result): boolean {
  const isIn = (inner: string, outer: string) =>
    inner === outer || (inner.startsWith(outer) && /^[.[]/.test(inner.slice(outer.length)));
  return followUps.some((followUp) => {
    const [, parts = '', name = ''] =
      /^((?:\$(?:if\(.*\)|\w+)\.)*)(.+)$/.exec(followUp.option) ?? [];
    // Code may set any option: the run is to be repeated once it is known which rules hold.
    if (followUp.code === 'compatibility-version-unknown') return true;
    return (
      followUp.kind === 'decide' &&
      [option, ...(otherNames[option] ?? [])].some((one) => isIn(name, one) || isIn(one, name)) &&
      applies(parts, env, mode)
    );
  });
}

/** Whether the part of a config that a name starts with applies: `$production.$if(ci).`. */
function applies(parts: string, env: NodeJS.ProcessEnv, mode: Mode): boolean {
  const condition = /\$if\((.*)\)\.$/.exec(parts)?.[1];
  const isMode = !parts.startsWith('$production.') || mode === 'production';
  return isMode && (condition === undefined || holds(condition, env));
}

function explained({ files, layout }: ShapedConfig, now: Files, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  const show = (texts: Files) =>
    Object.entries(texts)
      .map(([path, text]) => `// ${path}\n${text}`)
      .join('\n');
  return `${reason}\n\nlayout ${layout}\n---- before\n${show(files)}\n---- after\n${show(now)}`;
}
