import { picture } from '../picture.ts';
import { factsFrom } from './facts.ts';
import { followUpsPage } from './follow-ups-page.ts';
import { optionsPage } from './options-page.ts';
import type { Page } from './page.ts';
import { reportPage } from './report-page.ts';
import { reportSchema, reportSchemaPage } from './report-schema.ts';
import { transformsPage } from './transforms-page.ts';

/** Every generated file of the documentation, for the repository at `root`. */
export async function generatedPages(root: string): Promise<Page[]> {
  const { transforms, reportersOf, example } = await factsFrom(root);
  return [
    transformsPage(transforms),
    followUpsPage(reportersOf),
    optionsPage(),
    reportPage(reportSchema(), example),
    reportSchemaPage(),
    await picture(root),
  ];
}
