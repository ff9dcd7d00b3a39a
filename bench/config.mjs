// One config of 150 lines through the whole migration, against one Babel parse of it. Goal: at most 3. Then configs with
// many entries: ten times as many should take ten times as long.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { migrateConfig } from '../dist/index.js';
import { printRatios, race } from './measure.mjs';

const require = createRequire(import.meta.url);
const { parse } = require('@babel/parser');
const jscodeshift = require('jscodeshift').withParser('ts');

const filename = 'fw.config.ts';
const text = readFileSync(new URL('./config-150-lines.txt', import.meta.url), 'utf8');
const { code, changes } = migrateConfig(text, { filename });

const rounds = Number(process.argv[2] ?? 300);
// So often the engine has compiled everything; a short run does not need it.
const warmUp = Math.min(500, 2 * rounds);

printRatios(
  `One config: ${text.split('\n').length - 1} lines, ${text.length} characters, ${changes.length} changes`,
  race(
    {
      'one Babel parse': () => parse(text, { sourceType: 'module', plugins: ['typescript'] }),
      'migrateConfig, all transforms': () => migrateConfig(text, { filename }),
      'migrateConfig, nothing left to change': () => migrateConfig(code, { filename }),
      'jscodeshift find().toSource(), one key': () =>
        jscodeshift(text)
          .find(jscodeshift.ObjectProperty, { key: { name: 'generate' } })
          .forEach((path) => {
            path.node.key = jscodeshift.identifier('renamed');
          })
          .toSource(),
    },
    rounds,
    warmUp,
  ),
);

/** A config with as many routes, paths that change and aliases in all. */
function withEntries(count) {
  const list = (line) =>
    Array.from({ length: count / 4 }, (_, index) => `    ${line(index)},`).join('\n');
  return `export default defineFwConfig({
  generate: { routes: [\n${list((index) => `'/page/${index}'`)}\n  ] },
  css: [\n${list((index) => `'~/server/css/${index}.css'`)}\n  ],
  alias: {\n${list((index) => `own${index}: './lib/${index}'`)}\n  },
  routeRules: {\n${list((index) => `'/rule/${index}': { prerender: true }`)}\n  },
})\n`;
}

const sizes = [1000, 10_000].map((count) => [`${count} entries`, withEntries(count)]);
printRatios(
  'Growth of a config',
  race(
    Object.fromEntries(
      sizes.map(([name, config]) => [name, () => migrateConfig(config, { filename })]),
    ),
    Number(process.env.ROUNDS ?? 5),
    1,
  ),
);
