/** Runs a migration on the files in the playground, and prepares its result for the page. */

import type { ImportDeclaration } from '@babel/types';
import { transforms } from '../../transforms/index.ts';
import { applyEdits, type Edit } from '../base/edits.ts';
import { catalogueFor } from '../catalogue/built-in.ts';
import { createCatalogue, type Edition, editionShape } from '../catalogue/index.ts';
import { planRepository } from '../check/checked-plan.ts';
import { parser } from '../config/parse.ts';
import { effectText } from '../plan/follow-up.ts';
import { ownSteps, selectRun } from '../plan/selection.ts';
import { valueText } from '../report/effective-text.ts';
import { patchText } from '../report/patch.ts';
import { counted, stayingSentences } from '../report/sentences.ts';
import { snapshotOf } from '../tree/snapshot.ts';
import type { PlaygroundState } from './link.ts';

/** The input from the page; an empty `edition` is that of the configs. */
export type PlaygroundInput = Omit<PlaygroundState, 'transform'>;

/** The result of the engine. */
export type Played = Awaited<ReturnType<typeof play>>;

/** Plans the migration of a project with only these files. Throws errors that the user has to fix. */
export async function play(input: PlaygroundInput, ownTransforms: unknown = []) {
  const { files, layout, keepDefaults, skip } = input;
  const edition = editionFrom(input.edition);
  const catalogue = edition ? createCatalogue(edition) : catalogueFor(Object.keys(files));
  const run = selectRun(transforms, { skip }, ownSteps(ownTransforms, 'transform'));
  const plan = await planRepository(snapshotOf(files), { ...run, layout, keepDefaults, catalogue });
  return { plan, catalogue };
}

function editionFrom(text: string): Edition | undefined {
  if (text.trim() === '') return undefined;
  let edition: unknown;
  try {
    edition = JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(
      `The edition is not JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
  editionShape(edition, 'edition');
  return edition as Edition;
}

/** A plan as data for the page: a summary, the lists of changes, and a patch to copy. */
export function viewOf({ plan: { projects, files, followUps: others }, catalogue }: Played) {
  const { a, b } = catalogue.names.variants;
  const diffs = files.map((file) => ({ from: file.from, to: file.to, diff: patchText(file, '') }));
  const changes = projects.flatMap((project) => project.changes);
  const followUps = [...projects.flatMap((project) => project.followUps), ...others];
  const moved = files.filter(({ from, to }) => from !== to).length;
  return {
    summary: [
      `${counted(moved, 'file')} would move`,
      counted(changes.length, 'config change'),
      counted(followUps.length, 'follow-up'),
    ].join(', '),
    moves: projects.flatMap(({ moves }) => moves),
    staying: projects.flatMap(({ staying }) => stayingSentences(staying, { dryRun: true })),
    diffs: diffs.filter((_, index) => files[index]?.text !== undefined),
    changes: changes.map(({ file, line, transform, effect }) => {
      return { file, line, transform, message: effectText(effect, 'planned') };
    }),
    followUps: followUps.map(({ code, kind, file, line, message }) => {
      return {
        code,
        kind,
        file,
        line,
        message,
        explanation: catalogue.followUpText(code)?.explanation,
      };
    }),
    options: projects.flatMap(({ options }) =>
      options.map(({ option, before, after, change }) => ({
        option,
        before: valueText(before),
        after: valueText(after),
        differs: change !== 'same',
      })),
    ),
    heads: ['Option', `Before, in ${b}`, `After, in ${a}`],
    patch: diffs.map(({ diff }) => diff).join(''),
  };
}

const library = 'fw-migrate';

/** The variables of the worker with that package, and with the export of the user's module. */
export const variables = { library: 'fwMigrate', exported: 'ownTransform' } as const;

/** The user's module as a script: a page opened from disk cannot load modules. Throws on other imports. */
export function scriptFrom(text: string): string {
  const edits: Edit[] = [];
  for (const node of parser().parse(text, { sourceType: 'module' }).program.body) {
    const [start, end] = [node.start ?? 0, node.end ?? 0];
    if (node.type === 'ImportDeclaration') edits.push({ start, end, text: lookUp(node) });
    if (node.type === 'ExportDefaultDeclaration')
      edits.push({
        start,
        end: node.declaration.start ?? end,
        text: `globalThis.${variables.exported} = `,
      });
    if (node.type === 'ExportNamedDeclaration' && node.declaration)
      edits.push({ start, end: node.declaration.start ?? end, text: '' });
  }
  return `'use strict'; (() => {\n${applyEdits(text, edits)}\n})();`;
}

/** `import { a as b } from …` as `const { a: b } = …`. */
function lookUp({ specifiers, source, loc }: ImportDeclaration): string {
  if (source.value !== library)
    throw new SyntaxError(
      `Line ${loc?.start.line}: \`${source.value}\` cannot be imported here. A transform on this page imports from '${library}' only.`,
    );
  const names = specifiers.map((specifier) => {
    if (specifier.type === 'ImportNamespaceSpecifier') return `...${specifier.local.name}`;
    if (specifier.type === 'ImportDefaultSpecifier') return `default: ${specifier.local.name}`;
    const name =
      specifier.imported.type === 'Identifier'
        ? specifier.imported.name
        : JSON.stringify(specifier.imported.value);
    return `${name}: ${specifier.local.name}`;
  });
  return `const { ${names.join(', ')} } = globalThis.${variables.library};`;
}
