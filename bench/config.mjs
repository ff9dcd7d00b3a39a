// One config of 150 lines through the whole migration, against one Babel parse of it. Goal: at most 3.
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
    Number(process.argv[2] ?? 300),
    500,
  ),
);
