import { expect, it } from 'vitest';
import { folderWith, fwMigrate } from './support/run.ts';

const files = {
  'fw.config.ts': `export default defineFwConfig({
  modules: ['@fw/i18n'],
  i18n: { langDir: 'locales', locales: [{ code: 'de', file: 'de.json' }] },
  ...(process.env.THEME && { css: ['~/brand/theme.css'] }),
})
`,
  'brand/theme.css': '',
  'locales/de.json': '{}',
  'pages/index.vue': '<template><div /></template>',
  'package.json': '{ "dependencies": { "fw": "^3.1.0" }, "scripts": { "lint": "eslint pages" } }',
  CODEOWNERS: '/pages @web\n',
};

it('the text of a run names each string of the config that changes, and the files of tools', () => {
  const { stderr, stdout } = fwMigrate(folderWith(files), ['v4']);
  const text = stdout + stderr;
  expect(text).toContain('✓ `i18n.langDir` updated: locales → ../locales');
  expect(text).toContain('✓ Updated paths of tools in `CODEOWNERS`, `package.json`');
});

it('an option under a condition is named with its condition', () => {
  const { stderr, stdout } = fwMigrate(folderWith(files), ['v4']);
  expect(stdout + stderr).toContain('`css[0]` (if `process.env.THEME`) updated:');
  expect(stdout + stderr).not.toContain('$if(');
});
