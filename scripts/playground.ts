import { writeFileSync } from 'node:fs';
import { playgroundPage } from './playground/page.ts';

// `npm run playground`: builds the page that `fw-migrate playground` opens.
const folder = new URL('../docs/playground/', import.meta.url);
const { page, licences } = await playgroundPage();
writeFileSync(new URL('index.html', folder), page);
writeFileSync(new URL('THIRD-PARTY-LICENSES.txt', folder), licences);
console.log(`docs/playground/index.html: ${(Buffer.byteLength(page) / 1e6).toFixed(2)} MB`);
