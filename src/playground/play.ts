/** Runs a migration on the files in the playground, and makes the report that its page shows. */

import { transforms } from '../../transforms/index.ts';
import { catalogueFor } from '../catalogue/built-in.ts';
import { createCatalogue, type Edition, editionShape } from '../catalogue/index.ts';
import { planRepository } from '../check/checked-plan.ts';
import { selectRun } from '../plan/selection.ts';
import { reportTexts } from '../report/html/page-texts.ts';
import { patchOf } from '../report/patch.ts';
import { reportOf } from '../report/report-of.ts';
import { snapshotOf } from '../tree/snapshot.ts';
import type { PlaygroundState } from './link.ts';

/** What the page shows. */
export type Played = Awaited<ReturnType<typeof play>>;

/** Plans the migration of a project with only these files. Throws errors that the user has to fix. */
export async function play({ files, layout, keepDefaults, edition }: PlaygroundState) {
  const own = editionFrom(edition);
  const catalogue = own ? createCatalogue(own) : catalogueFor(Object.keys(files));
  const options = { ...selectRun(transforms, {}), layout, keepDefaults, catalogue };
  const plan = await planRepository(snapshotOf(files), options);
  const report = reportOf(plan, { dryRun: true, base: '' });
  return { report, texts: reportTexts(report), patch: patchOf(report) };
}

/** The edition in a text; without one, that of the configs is used. */
function editionFrom(text: string): Edition | undefined {
  if (text.trim() === '') return undefined;
  let edition: unknown;
  try {
    edition = JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(
      `The edition is not JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
  editionShape(edition, 'edition');
  return edition as Edition;
}
