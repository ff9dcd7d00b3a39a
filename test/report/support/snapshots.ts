import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Format, formatNames } from '../../../src/report/formats.ts';
import { openAll, shownIn } from './shown-page.ts';

/** Where the expected reports of project fixtures are. */
export const snapshotFolder = fileURLToPath(
  new URL('../../../__testfixtures__/reports', import.meta.url),
);

const endings: { readonly [format in Format]: string } = {
  pretty: 'txt',
  markdown: 'md',
  json: 'json',
  sarif: 'sarif',
  github: 'github',
  html: 'html',
  patch: 'patch',
};

/** Projects whose reports are kept in every format; of the others those that are short. */
export const inFull = [
  'config-that-cannot-be-read-is-left-and-the-others-go-on',
  'monorepo-plans-each-app-with-its-own-root',
  'odd-file-names-move-along',
  'options-that-end-are-replaced',
  'paths-named-in-configs-of-tools-are-reported',
  'uses-of-changed-defaults-are-listed',
];
const short: readonly Format[] = ['pretty', 'github'];

/** The formats that the report of a fixture is kept in. */
export function reportFormats(name: string): readonly Format[] {
  return inFull.includes(name) ? formatNames : short;
}

export function snapshotFile(name: string, format: Format): string {
  return join(snapshotFolder, `${name}.${endings[format]}`);
}

/** What a page shows when everything is opened. */
export function pageBody(page: string): string {
  return `${openAll(shownIn(page)).markup().trim()}\n`;
}
