import type { ImportDeclaration } from '@babel/types';
import { transforms } from '../../transforms/index.ts';
import { type Catalogue, createCatalogue, type Edition, editionShape } from '../catalogue/index.ts';
import { applyEdits, type Edit } from '../config/edits.ts';
import { parser } from '../config/source.ts';
import { effectText } from '../plan/effect.ts';
import { type EffectiveOption, isSet } from '../plan/effective/option.ts';
import { resolvedProjects } from '../plan/effective/project.ts';
import type { Migration } from '../plan/migrate.ts';
import { flatTransforms, ownSteps, selectTransforms, stepsOfRun } from '../plan/selection.ts';
import { migrateInSteps } from '../plan/steps.ts';
import { snapshotOf } from '../project/snapshot.ts';
import { valueText } from '../report/effective-text.ts';
import { diffText } from '../report/patch.ts';
import { counted } from '../report/sentences.ts';
import type { PlaygroundState } from './link.ts';

/** What the page asks for; an empty `edition` is the default one. */
export type PlaygroundInput = Omit<PlaygroundState, 'transform'>;

/** An option as each variant resolves it: before the migration, and after it. */
export interface OptionPair {
  readonly option: string;
  readonly before: string;
  readonly after: string;
  /** Whether the config sets it, before or after. */
  readonly isSet: boolean;
  /** Whether the two differ; a default that only one of the variants is known to have is no difference. */
  readonly differs: boolean;
}

/** What the engine makes of a config. */
export interface Played extends Migration {
  readonly catalogue: Catalogue;
  readonly options: readonly OptionPair[];
}

/** Migrates a config that is a text alone, and resolves its options on both sides. Throws what the user has to fix. */
export function play(input: PlaygroundInput, own: unknown = []): Played {
  const catalogue = createCatalogue(editionFrom(input.edition));
  const filename = `${catalogue.names.configFile}.ts`;
  const steps = stepsOfRun(
    selectTransforms(transforms, { skip: input.skip }),
    ownSteps(flatTransforms(own, 'transform')),
  );
  const { layout, keepDefaults } = input;
  const migration = migrateInSteps(steps, input.config, { filename, layout, keepDefaults, catalogue });
  const resolved = (text: string, variant: 'a' | 'b') =>
    resolvedProjects(snapshotOf({ [filename]: text }), catalogue, variant).projects[0]?.options ?? [];
  const options = pairsOf(resolved(input.config, 'b'), resolved(migration.code, 'a'));
  return { ...migration, catalogue, options };
}

function editionFrom(text: string): Edition | undefined {
  if (text.trim() === '') return undefined;
  let edition: unknown;
  try {
    edition = JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`The edition is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  editionShape(edition, 'edition');
  return edition as Edition;
}

function pairsOf(before: readonly EffectiveOption[], after: readonly EffectiveOption[]): OptionPair[] {
  const [old, now] = [before, after].map((rows) => new Map(rows.map((row) => [row.option, row])));
  const names = new Set([...before, ...after].filter(({ summary }) => !summary).map(({ option }) => option));
  return [...names].map((option) => {
    const rows = [old?.get(option), now?.get(option)];
    const [one = '', other = ''] = rows.map((row) => (row ? valueText(row.value, row.places) : ''));
    const isSetHere = rows.some((row) => row !== undefined && isSet(row.value));
    const isKnown = rows.every((row) => row?.value.kind === 'value');
    const differs = one !== other && (isSetHere || isKnown);
    return { option, before: one, after: other, isSet: isSetHere, differs };
  });
}

/** A result as data for the page: a sentence, what it lists, and the config afterwards to copy. */
export function viewOf({ changes, followUps, files, options, catalogue, code }: Played) {
  const { a, b } = catalogue.names.variants;
  return {
    summary: `${counted(changes.length, 'change')}, ${counted(followUps.length, 'follow-up')}`,
    diffs: files.map((file) => ({ path: file.path, diff: diffText(file) })),
    changes: changes.map(({ line, transform, effect }) => {
      return { line, transform, message: effectText(effect, 'planned') };
    }),
    followUps: followUps.map(({ code: of, kind, line, message }) => {
      return { code: of, kind, line, message, explanation: catalogue.followUpText(of)?.explanation };
    }),
    options,
    heads: ['Option', `Before, in ${b}`, `After, in ${a}`],
    code,
  };
}

/** The package that a transform imports. */
const library = 'fw-migrate';

/** The variables of the worker that stand for that package, and for what the module exports. */
export const variables = { library: 'fwMigrate', exported: 'ownTransform' } as const;

/**
 * The module of a user as a script that the worker can load: a page that was opened from disk may not load modules.
 * Throws if something is imported that is not there.
 */
export function scriptFrom(text: string): string {
  const edits: Edit[] = [];
  for (const node of parser().parse(text, { sourceType: 'module' }).program.body) {
    const [start, end] = [node.start ?? 0, node.end ?? 0];
    if (node.type === 'ImportDeclaration') edits.push({ start, end, text: lookUp(node) });
    if (node.type === 'ExportDefaultDeclaration')
      edits.push({ start, end: node.declaration.start ?? end, text: `globalThis.${variables.exported} = ` });
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
  const names = specifiers.map((one) => {
    if (one.type === 'ImportNamespaceSpecifier') return `...${one.local.name}`;
    if (one.type === 'ImportDefaultSpecifier') return `default: ${one.local.name}`;
    const name = one.imported.type === 'Identifier' ? one.imported.name : JSON.stringify(one.imported.value);
    return `${name}: ${one.local.name}`;
  });
  return `const { ${names.join(', ')} } = globalThis.${variables.library};`;
}
