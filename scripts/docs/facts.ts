import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planRepository } from '../../src/check/checked-plan.ts';
import type { Report } from '../../src/report/report.ts';
import { reportOf } from '../../src/report/report-of.ts';
import { readSnapshot } from '../../src/tree/disk.ts';
import { transforms as all } from '../../transforms/index.ts';
import { examples } from './examples.ts';
import { fixturesIn, reportedCodes } from './fixtures.ts';
import type { Reporters } from './follow-ups-page.ts';
import type { DocumentedTransform } from './transforms-page.ts';

/** What the pages tell that is not in the reference: read from the repository, and found out by running it. */
export interface Facts {
  readonly transforms: readonly DocumentedTransform[];
  reportersOf(code: string): Reporters;
  /** The report of the dry run on the bundled example. */
  readonly example: Report;
}

// Some are for what only an edition has.
const transforms = all.filter(({ options }) => options.length > 0);

export async function factsFrom(root: string): Promise<Facts> {
  const fixtures = join(root, '__testfixtures__');
  const codes = await reportedCodes(transforms, fixtures);
  const sources = sourcesIn(root);
  const steps = [{ kind: 'transforms', transforms } as const];
  const plan = await planRepository(readSnapshot(join(root, 'examples/shop')), { steps });
  return {
    transforms: transforms.map((transform) => ({
      transform,
      example: exampleFor(transform.id, fixtures),
      codes: [...(codes.get(transform.id) ?? [])].toSorted(),
    })),
    reportersOf: (code) => ({
      transforms: transforms.map(({ id }) => id).filter((id) => codes.get(id)?.has(code)),
      files: sources.filter(({ text }) => text.includes(`'${code}'`)).map(({ path }) => path),
    }),
    example: reportOf(plan, { dryRun: true, base: '' }),
  };
}

function exampleFor(id: string, fixtures: string) {
  const example = fixturesIn(join(fixtures, id)).find(({ name }) => name === examples[id]);
  if (!example) throw new Error(`scripts/docs/examples.ts has no fixture for \`${id}\`.`);
  return example;
}

/** The sources that may report something: all but the catalogue itself, and what only tells of it. */
function sourcesIn(root: string): { readonly path: string; readonly text: string }[] {
  return ['src/paths', 'src/layout', 'src/plan', 'src/check', 'transforms'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .toSorted()
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  );
}
