import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedPages } from './docs/pages.ts';

// `npm run docs`: writes what is generated in `docs/`. A test tells when that is stale.
const root = fileURLToPath(new URL('..', import.meta.url));
for (const { path, text } of await generatedPages(root)) {
  writeFileSync(join(root, path), text);
  console.log(path);
}
