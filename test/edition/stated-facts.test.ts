import { describe, expect, it } from 'vitest';
import { planMigration, renderReport, snapshotOf } from '../../src/index.ts';

/** The plan for a project with a module that states something about itself. */
function planWith(statement: string, config = "{ modules: ['@acme/feed'] }") {
  return planMigration(
    snapshotOf({
      'nuxt.config.ts': `export default defineNuxtConfig(${config})\n`,
      'package.json': '{ "dependencies": { "@acme/feed": "^1.0.0", "nuxt": "^3.17.0" } }\n',
      'pages/index.vue': '<template>Feeds</template>\n',
      'feeds/news.ts': 'export default {}\n',
      'node_modules/@acme/feed/package.json': '{ "version": "1.2.0" }\n',
      'node_modules/@acme/feed/fw-migrate.json': statement,
    }),
  );
}

const folders = '{ "facts": { "modules": { "@acme/feed": { "folders": ["feeds"] } } } }';

describe('what an installed module states about itself', () => {
  it('is used, and every format that people read says whose fact it was', async () => {
    const plan = await planWith(folders);
    expect(plan.files.map(({ to }) => to)).toContain('app/feeds/news.ts');
    expect(plan.statedBy).toEqual(['@acme/feed']);
    for (const format of ['pretty', 'markdown', 'html'] as const)
      expect(await renderReport(plan, format), format).toContain(
        'Stated by the modules themselves',
      );
  });

  it('is not read if no config names the module', async () => {
    const plan = await planWith(folders, '{ ssr: false }');
    expect(plan.statedBy).toEqual([]);
    expect(plan.files.map(({ to }) => to)).not.toContain('app/feeds/news.ts');
  });

  it.each([
    ['no JSON', '{', 'JSON'],
    ['a list', '[]', 'should be'],
    ['an unknown key', '{ "fact": {} }', 'is unknown'],
    ['another module', '{ "facts": { "modules": { "nuxt-x": {} } } }', '`nuxt-x`: this is not'],
    ['names', '{ "names": { "package": "acme" } }', '`names`: this is not'],
    ['another edition', '{ "extends": "./other.json" }', '`extends`: this is not'],
    [
      'facts of the framework',
      '{ "facts": { "sourceDir": "x" } }',
      '`facts.sourceDir`: this is not',
    ],
    ['an option of the framework', '{ "options": { "nitro.x": {} } }', '`nitro.x`: this is not'],
    ['the end of an option', '{ "options": { "acme": null } }', '`acme`: this is not'],
    [
      'a move into an option of the framework',
      '{ "options": { "acme": { "movedTo": "css" } } }',
      '`css`: this is not',
    ],
    [
      'a contradiction',
      '{ "options": { "acme": { "movedTo": "acme.new" } } }',
      '`options.acme.types`: ',
    ],
  ])('is told once if it is wrong, and stops nothing: %s', async (_, statement, problem) => {
    const { files, followUps, projects, statedBy } = await planWith(statement);
    expect(statedBy).toEqual([]);
    expect(files.map(({ to }) => to)).toContain('app/pages/index.vue');
    const told = [...followUps, ...projects.flatMap((project) => project.followUps)].filter(
      ({ message }) => message.startsWith('`fw-migrate.json` of `@acme/feed` was not used: '),
    );
    expect(told.map(({ code, line }) => [code, line])).toEqual([['module-unchecked', 1]]);
    expect(told[0]?.message).toContain(problem);
  });
});
