import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChangedText, MadeEdit } from '../../src/base/edits.ts';
import { checkTexts } from '../../src/check/check-texts.ts';
import type { Plan } from '../../src/check/checked-plan.ts';
import { planRepository } from '../../src/check/checked-plan.ts';
import { defineTransform, migrateConfig } from '../../src/index.ts';
import type { TransformStep } from '../../src/plan/definition.ts';
import type { PlannedFile } from '../../src/plan/plan.ts';
import { transforms } from '../../transforms/index.ts';
import { sketchProject, Tape } from '../plan/support/generate-config.ts';
import { writeConfig } from '../plan/support/write-config.ts';
import { planOf as fixturePlan, migratedFixtures } from '../repository/support/project-fixtures.ts';
import { snapshotOf, treeOf } from '../repository/support/tree.ts';
import { roundsOf, sampleOf } from '../support/sample.ts';

const ours: TransformStep = { kind: 'transforms', transforms };

const config = `// The config of the shop.
export default defineFwConfig({
  // ---- Pages ----
  // Served from the edge.
  generate: {
    // Every product.
    routes: ['/a'], // and no other
  },
  // Asked for in March.
  future: { compatibilityVersion: 3 },

  // Nobody's.

  css: ['~/assets/main.css'],
})
`;

const shop = {
  'fw.config.ts': config,
  'package.json': '{\n  "dependencies": { "fw": "^3.0.0" }\n}\n',
  'tsconfig.json': '{\n  // Generated.\n  "extends": "./.fw/tsconfig.json"\n}\n',
  'pages/index.vue':
    "<script setup>\n// Of the server.\nimport { a } from '~/server/a'\n</script>\n<template><p>a</p></template>\n",
  'components/windows.ts': "\uFEFFimport { a } from '../server/a'\r\nexport { a }\r\n",
  'utils/plain.ts': "import { a } from '../server/a'\nexport const b = a\n",
  'assets/main.css': "/* Fonts. */\n@import '../public/fonts.css';\n.a { color: red }\n",
  'public/fonts.css': '.f { color: blue }\n',
  'server/a.ts': 'export const a = 1\n',
};

function planOf(
  files: { readonly [path: string]: string },
  steps: readonly TransformStep[] = [ours],
): Promise<Plan> {
  return planRepository(snapshotOf(treeOf(files)), { steps });
}

/** The right plan, which most tests begin with. */
const shopPlan = planOf(shop);

/** What is wrong with a plan in which one text is another. */
async function defectsWith(
  path: string,
  broken: (text: ChangedText) => ChangedText,
): Promise<string[]> {
  const { files } = await shopPlan;
  const changed = files.map((file): PlannedFile => {
    if (file.from !== path) return file;
    if (!file.text) throw new Error(`${path} does not change`);
    return { ...file, text: broken(file.text) };
  });
  return checkTexts(changed).defects.map(({ file, line, message }) => `${file}:${line} ${message}`);
}

/** A text that was made by one more edit, which is recorded as well: in the place of those that it touches. */
function also({ before, edits = [] }: ChangedText, edit: MadeEdit): ChangedText {
  const others = edits.filter(({ start, end }) => end <= edit.start || start >= edit.end);
  const all = [...others, edit].toSorted((a, b) => a.start - b.start || a.end - b.end);
  let [after, at] = ['', 0];
  for (const { start, end, text } of all) {
    after += before.slice(at, start) + text;
    at = end;
  }
  return { before, after: after + before.slice(at), edits: all };
}

/** The edit that puts another text in the place of one that stands in the original. */
function instead(before: string, old: string, text: string): MadeEdit {
  const start = before.indexOf(old);
  if (start === -1) throw new Error(`There is no ${old}`);
  return { start, end: start + old.length, text };
}

const replacing = (old: string, text: string) => (planned: ChangedText) =>
  also(planned, instead(planned.before, old, text));

const withEdits =
  (change: (edits: readonly MadeEdit[]) => readonly MadeEdit[]) => (planned: ChangedText) => ({
    ...planned,
    edits: change(planned.edits ?? []),
  });

describe('a plan that is right', () => {
  it('has no defect, and every text is compared', async () => {
    const { files } = await shopPlan;
    const changed = files.filter(({ text }) => text);
    expect(changed.map(({ from }) => from)).toEqual([
      'assets/main.css',
      'components/windows.ts',
      'fw.config.ts',
      'package.json',
      'pages/index.vue',
      'tsconfig.json',
      'utils/plain.ts',
    ]);
    expect(checkTexts(files)).toEqual({ defects: [], compared: 7, unrecorded: [] });
  });

  it('has none in any fixture', async () => {
    const found: unknown[] = [];
    for (const fixture of sampleOf(migratedFixtures, 12)) {
      const { defects, unrecorded } = checkTexts((await fixturePlan(fixture)).files);
      if (defects.length + unrecorded.length > 0)
        found.push({ name: fixture.name, defects, unrecorded });
    }
    expect(found).toEqual([]);
  });

  it('has none in random configs, whatever comments go with what is removed', () => {
    const tapes = fc.noBias(fc.array(fc.nat({ max: 55_439 }), { maxLength: 600, size: 'max' }));
    fc.assert(
      fc.property(tapes, tapes, (numbers, looks) => {
        const project = sketchProject(new Tape(numbers));
        const { text, filename } = writeConfig(project, new Tape(looks));
        const { layout, keepDefaults } = project;
        const { files } = migrateConfig(text, { layout, keepDefaults, filename });
        const planned = files.map(({ path, ...file }): PlannedFile => {
          return { from: path, to: path, kind: 'file', by: ['dir'], text: file };
        });
        const proof = checkTexts(planned);
        expect(proof).toEqual({ defects: [], compared: files.length, unrecorded: [] });
      }),
      { numRuns: roundsOf(40, 120), interruptAfterTimeLimit: 20_000 },
    );
  });

  it('names the texts of which nothing is recorded', async () => {
    const mine = defineTransform({ id: 'mine', mapValue: { css: () => ['~/assets/other.css'] } });
    const { files } = await planOf(shop, [ours, { kind: 'transforms', transforms: [mine] }]);
    expect(checkTexts(files)).toEqual({ defects: [], compared: 6, unrecorded: ['fw.config.ts'] });
    const alone = await planOf(shop, [ours, { kind: 'transforms', transforms: [] }]);
    expect(checkTexts(alone.files)).toEqual({ defects: [], compared: 7, unrecorded: [] });
  });
});

describe('a text that is not what was recorded', () => {
  const stray = 'it would change outside the planned edits';

  it.each<[string, string, (text: ChangedText) => ChangedText, string]>([
    [
      'a byte too many',
      'utils/plain.ts',
      (text) => ({ ...text, after: `${text.after} ` }),
      `:3 ${stray}`,
    ],
    [
      'another byte before the edit',
      'utils/plain.ts',
      (text) => ({ ...text, after: text.after.replace('{ a }', '{ b }') }),
      `:1 ${stray}`,
    ],
    [
      'a line lost behind the edit',
      'components/windows.ts',
      (text) => ({ ...text, after: text.after.replace('export { a }\r\n', '') }),
      `:2 ${stray}`,
    ],
    ['all of it lost', 'utils/plain.ts', (text) => ({ ...text, after: '' }), `:1 ${stray}`],
    [
      'another path than was recorded',
      'utils/plain.ts',
      (text) => ({ ...text, after: text.after.replace('../../server/a', '../../server/b') }),
      `:1 ${stray}`,
    ],
    ['an edit that was not recorded', 'utils/plain.ts', withEdits(() => []), `:1 ${stray}`],
    [
      'an edit that was recorded twice',
      'fw.config.ts',
      withEdits((edits) => edits.flatMap((edit) => [edit, edit])),
      `:8 ${stray}`,
    ],
    [
      'edits in another order',
      'fw.config.ts',
      withEdits((edits) => edits.toReversed()),
      `:5 ${stray}`,
    ],
    [
      'an edit behind the end',
      'utils/plain.ts',
      withEdits((edits) => [...edits, { start: 1000, end: 1000, text: '' }]),
      `:3 ${stray}`,
    ],
    [
      'no record at all',
      'utils/plain.ts',
      ({ before, after }) => ({ before, after }),
      ':1 it would change without a recorded edit',
    ],
  ])('%s', async (_, path, broken, defect) => {
    const [found = '', ...others] = await defectsWith(path, broken);
    expect(others).toEqual([]);
    expect(found).toBe(path + defect);
  });
});

describe('a text that was recorded, and should not be so', () => {
  const unreadable = 'it could be parsed before, but not after the run';

  it.each<[string, string, (text: ChangedText) => ChangedText, string]>([
    [
      'a path that ends its quotes',
      'utils/plain.ts',
      replacing('../server/a', "../it's"),
      `:1 ${unreadable}`,
    ],
    [
      'a path in the place of a word',
      'utils/plain.ts',
      replacing('import', '~~/server'),
      `:1 ${unreadable}`,
    ],
    [
      'a script that lost a bracket',
      'pages/index.vue',
      replacing('{ a }', '{ a'),
      `:3 ${unreadable}`,
    ],
    [
      'a component that lost a tag',
      'pages/index.vue',
      replacing('</template>', ''),
      `:5 ${unreadable}`,
    ],
    [
      'a style sheet that lost a brace',
      'assets/main.css',
      replacing('red }', 'red'),
      `:3 ${unreadable}`,
    ],
    [
      'a tsconfig that lost a quote',
      'tsconfig.json',
      replacing('"extends"', 'extends"'),
      `:3 ${unreadable}`,
    ],
    [
      'a package.json that lost a comma',
      'package.json',
      replacing('"fw":', '"fw"'),
      `:2 ${unreadable}`,
    ],
    [
      'a config that cannot be read',
      'fw.config.ts',
      replacing("css: ['", "css: '"),
      `:5 ${unreadable}`,
    ],
    [
      'a line end of another kind',
      'components/windows.ts',
      replacing('\r\nexport', '\nexport'),
      ':1 it uses `\\r\\n` line endings, and a `\\n` would be added',
    ],
    [
      'a line end of the other kind',
      'utils/plain.ts',
      replacing('\nexport', '\r\nexport'),
      ':1 it uses `\\n` line endings, and a `\\r\\n` would be added',
    ],
    [
      'no byte order mark',
      'components/windows.ts',
      replacing('\uFEFF', ''),
      ':1 its byte order mark would change',
    ],
    [
      'a byte order mark',
      'utils/plain.ts',
      (text) => also(text, { start: 0, end: 0, text: '\uFEFF' }),
      ':1 its byte order mark would change',
    ],
    [
      'no line break at the end',
      'utils/plain.ts',
      replacing('b = a\n', 'b = a'),
      ':3 its final line ending would change',
    ],
  ])('%s', async (_, path, broken, defect) => {
    expect(await defectsWith(path, broken)).toEqual([path + defect]);
  });
});

describe('a comment that is lost', () => {
  it.each<[string, string, (text: ChangedText) => ChangedText, string]>([
    [
      'with an option that stays',
      'fw.config.ts',
      replacing('// The config of the shop.\n', ''),
      ':1 a comment would be lost: `// The config of the shop.`',
    ],
    [
      'that is nobody’s',
      'fw.config.ts',
      replacing("// Nobody's.\n\n  css", 'css'),
      ":12 a comment would be lost: `// Nobody's.`",
    ],
    [
      'in a script',
      'pages/index.vue',
      replacing('// Of the server.\nimport', 'import'),
      ':2 a comment would be lost: `// Of the server.`',
    ],
    [
      'in a style sheet',
      'assets/main.css',
      replacing('/* Fonts. */\n', ''),
      ':1 a comment would be lost: `/* Fonts. */`',
    ],
    [
      'in a tsconfig',
      'tsconfig.json',
      replacing('  // Generated.\n', ''),
      ':2 a comment would be lost: `// Generated.`',
    ],
  ])('%s', async (_, path, broken, defect) => {
    expect(await defectsWith(path, broken)).toEqual([path + defect]);
  });

  it('goes with what is removed on purpose', async () => {
    const { files } = await shopPlan;
    const after = files.find(({ from }) => from === 'fw.config.ts')?.text?.after ?? '';
    expect(after).not.toContain('March');
    expect(checkTexts(files).defects).toEqual([]);
  });
});
