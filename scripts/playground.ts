import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { playgroundPage } from './playground/page.ts';

// `npm run playground`: builds the page that `fw-migrate playground` opens.
const page = await playgroundPage();
writeFileSync(fileURLToPath(new URL('../docs/playground/index.html', import.meta.url)), page);
console.log(`docs/playground/index.html: ${(page.length / 1e6).toFixed(2)} MB`);
