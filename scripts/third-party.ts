import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** The licences of the packages that bundled modules come from, as one text to ship beside the bundle. */
export function licencesOf(modules: Iterable<string>): string {
  const folders = new Set([...modules].map(packageFolder).filter((folder) => folder !== undefined));
  const parts = [...folders]
    .map((folder) => {
      const { name, version, license } = JSON.parse(
        readFileSync(join(folder, 'package.json'), 'utf8'),
      ) as Manifest;
      return `${name} ${version} (${license})\n\n${licenceIn(folder).trim()}\n`;
    })
    .toSorted();
  const start =
    'The code that is shipped here includes these packages, each under its own licence.\n';
  return [start, ...parts].join(`\n${'-'.repeat(80)}\n\n`);
}

/** The folder of the package that a module belongs to; undefined if the module is our own. */
function packageFolder(id: string): string | undefined {
  return /^[^\0]*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(id)?.[0];
}

/** Throws if there is none, so that nothing is bundled without its licence. */
function licenceIn(folder: string): string {
  const name = readdirSync(folder).find((file) => /^licen[cs]e(?:[.-]|$)/i.test(file));
  if (name === undefined) throw new Error(`${folder} has no licence to ship.`);
  return readFileSync(join(folder, name), 'utf8');
}
