import { picture } from '../picture.ts';
import { editionSchema, editionsPage } from './editions-page.ts';
import { factsFrom } from './facts.ts';
import { followUpsPage } from './follow-ups-page.ts';
import { nuxtPage } from './nuxt-page.ts';
import { optionsPage } from './options-page.ts';
import type { Page } from './page.ts';
import { schemaPage } from './published-schema.ts';
import { reportPage } from './report-page.ts';
import { openItemsSchema, reportSchema } from './report-schema.ts';
import { settingsPage, settingsSchema } from './settings-page.ts';
import { toolsPage } from './tools-page.ts';
import { transformsPage } from './transforms-page.ts';

/** Every generated file of the documentation, for the repository at `root`. */
export async function generatedPages(root: string): Promise<Page[]> {
  const { transforms, reportersOf, example } = await factsFrom(root);
  return [
    transformsPage(transforms),
    followUpsPage(reportersOf),
    optionsPage(),
    reportPage(reportSchema(), example),
    schemaPage('schema/report.schema.json', reportSchema()),
    schemaPage('schema/next.schema.json', openItemsSchema()),
    editionsPage(),
    schemaPage('schema/edition.schema.json', editionSchema()),
    settingsPage(),
    schemaPage('schema/settings.schema.json', settingsSchema()),
    nuxtPage(root),
    await toolsPage(),
    await picture(root),
  ];
}
