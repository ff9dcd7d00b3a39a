// Migrates files that are not on a disk, such as those of an editor or a web service: node in-memory.mjs
import { planMigration, snapshotOf } from 'fw-migrate';

const files = {
  'nuxt.config.ts': "export default defineNuxtConfig({ css: ['~/assets/main.css'] })\n",
  'package.json': '{ "dependencies": { "nuxt": "^3.15.0" } }\n',
  'assets/main.css': 'body { margin: 0 }\n',
  'pages/index.vue': '<template><h1>{{ title }}</h1></template>\n',
  'tests/title.ts': "import { title } from '../utils/title'\n",
  'utils/title.ts': "export const title = 'Hello'\n",
};

const plan = await planMigration(snapshotOf(files));

const migrated = new Map(Object.entries(files));
for (const { from } of plan.files) migrated.delete(from);
for (const { from, to, text } of plan.files) migrated.set(to, text?.after ?? files[from]);

for (const path of [...migrated.keys()].toSorted()) console.log(path);
console.log(migrated.get('tests/title.ts'));
for (const { kind, code, message } of [plan, ...plan.projects].flatMap((part) => part.followUps))
  console.log(`${kind} ${code}: ${message}`);
