// Changes one option in every config of a folder, and nothing else: node one-option.mjs [folder]
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { migrateConfig, readSnapshot } from 'fw-migrate';

const [folder = '.'] = process.argv.slice(2);
for (const { path } of readSnapshot(folder).files) {
  if (!/^(?:nuxt|fw)\.config\.[cm]?[jt]s$/.test(basename(path))) continue;
  const file = join(folder, path);
  // `fw-migrate list` shows the transforms, each with its options. The name of the file says which framework it is.
  const { code, changes, followUps } = migrateConfig(readFileSync(file, 'utf8'), {
    filename: file,
    only: ['generate'],
  });
  writeFileSync(file, code);
  for (const { message } of changes) console.log(`${path}: ${message}`);
  for (const { message, line } of followUps) console.log(`${path}:${line} is left to you: ${message}`);
}
