/** Declares transforms, built-in ones and those of users, so that fw-migrate and jscodeshift can run them. */

import { catalogueFor } from '../catalogue/built-in.ts';
import { type Catalogue, fwCatalogue, type OptionPath, perCatalogue } from '../catalogue/index.ts';
import { layoutModes } from '../catalogue/names.ts';
import { flag, listOf, mapOf, object, text, textThat, where } from '../catalogue/shape.ts';
import { type Change, type NewValue, pathParts } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import type { StaticValue, Written } from '../config/lookup.ts';
import { readIfRegular } from '../tree/open-file.ts';
import type {
  Finding,
  JscodeshiftTransform,
  Transform,
  TransformContext,
  TransformDefinition,
} from './definition.ts';
import { migrateWith } from './migrate.ts';
import { refusePromise, runScript, type ScriptConfig } from './script.ts';
import { callable, checkArgument, findings } from './shapes.ts';

/** A built-in transform: an option that the catalogue does not list does not compile. */
type OptionTransform = Omit<TransformDefinition<OptionPath>, 'options' | 'optionsIn'> & {
  /** The options it handles, or a function that finds them. */
  readonly options: readonly OptionPath[] | ((catalogue: Catalogue) => readonly string[]);
};

export function defineOptionTransform({ options, ...definition }: OptionTransform): Transform {
  const optionsIn = perCatalogue(
    typeof options === 'function' ? options : (catalogue) => options.map(catalogue.pathOf),
  );
  // An edition may lack all of its options.
  const isKnown = perCatalogue((catalogue) => optionsIn(catalogue).some(catalogue.findOption));
  return asTransform({
    ...definition,
    options: optionsIn(fwCatalogue),
    optionsIn,
    run: (config, context) => (isKnown(config.catalogue) ? definition.run(config, context) : []),
  });
}

/**
 * Makes a definition callable by jscodeshift, which passes one file and writes the result. The text is the same
 * as with `fw-migrate transform`; if another file has to change too, jscodeshift cannot write it, so nothing is
 * changed.
 */
export function asTransform(definition: TransformDefinition): Transform {
  const run: JscodeshiftTransform = (file, api, options) => {
    const layout = layoutModes.find((mode) => mode === (options.layout ?? 'auto'));
    if (!layout)
      throw new Error(`Invalid layout \`${options.layout}\`: expected ${layoutModes.join(', ')}.`);
    const migration = migrateWith([definition], file.source, {
      filename: file.path,
      catalogue: catalogueFor([file.path]),
      layout,
      keepDefaults: options.keepDefaults === true || options['keep-defaults'] === true,
      read: (path) => readIfRegular(path, mostBytes)?.toString('utf8'),
    });
    const elsewhere = migration.files.filter(({ path }) => path !== migration.path);
    for (const followUp of migration.followUps)
      api.report?.(
        `${followUp.kind}: ${followUp.message} (${followUp.code}, line ${followUp.line})`,
      );
    for (const { path } of elsewhere)
      api.report?.(
        `not changed, because ${path} must change as well: run \`fw-migrate transform ${definition.id}\` instead.`,
      );
    return elsewhere.length > 0 || migration.code === file.source ? undefined : migration.code;
  };
  return Object.assign(run, definition);
}

// Longer than any module of a config.
const mostBytes = 10_000_000;

type ValueMap = (value: StaticValue) => NewValue | undefined;

/** A transform of a user: declarative, computed from lookups, or a script. */
export interface UserTransform {
  /** The name in reports, in kebab case. */
  readonly id: string;
  readonly summary?: string;
  /** Options to rename in place: `{ 'app.rootId': 'rootName' }`. */
  readonly rename?: { readonly [option: string]: string };
  /** Options to move: `{ 'pwa.icon': 'icons.pwa' }`. */
  readonly move?: { readonly [option: string]: string };
  readonly remove?: readonly string[];
  /** New values for options whose value is known; return `undefined` to keep a value. */
  readonly mapValue?: { readonly [option: string]: ValueMap };
  /**
   * Whether it updates paths when folders move: then it runs together with the built-in transforms, on the
   * original config. Other transforms run after them.
   */
  readonly followsMoves?: boolean;
  /** Returns findings that are computed from lookups. */
  run?(config: ConfigDocument, context: TransformContext): Iterable<Finding>;
  /** Changes the config as if it were the object itself. */
  script?(config: ScriptConfig): void;
}

/** Declares a transform of your own; load it with `--transform`. */
export function defineTransform(transform: UserTransform): Transform {
  // A transform in JavaScript is not checked by a compiler.
  checkArgument('defineTransform', 'transform', transform, shape);
  const { id, summary = '', rename = {}, move = {}, remove = [], mapValue = {} } = transform;
  const renamed = Object.entries(rename).map(([option, name]) => {
    return [option, [...pathParts(option).slice(0, -1), name].join('.')] as const;
  });
  const moved = [...renamed, ...Object.entries(move)];
  return asTransform({
    id,
    summary,
    ...(transform.followsMoves ? { followsMoves: true } : {}),
    options: [...new Set([...moved.map(([from]) => from), ...remove, ...Object.keys(mapValue)])],
    run: (config, context) => [
      ...config.scopes.flatMap((scope) => [
        ...moved.flatMap(([from, to]) =>
          optionFindings(scope, from, changedBy(scope.rename(from, to), `moved to \`${to}\``)),
        ),
        ...remove.flatMap((path) =>
          optionFindings(scope, path, changedBy(scope.remove(path), 'removed')),
        ),
        ...Object.entries(mapValue).flatMap(([option, map]) => mapOption(scope, option, map)),
      ]),
      ...(transform.run ? computed(transform.run(config, context)) : []),
      ...(transform.script ? scripted(config, transform.script.bind(transform)) : []),
    ],
  });
}

const shape = object({
  id: textThat('a name for the transform', (value) => value !== ''),
  'summary?': text,
  'rename?': mapOf(text),
  'move?': mapOf(text),
  'remove?': listOf(text),
  'mapValue?': mapOf(callable),
  'followsMoves?': flag,
  'run?': callable,
  'script?': callable,
});

const iterable = where(
  'a list of findings',
  (value) => typeof value === 'object' && value !== null && Symbol.iterator in value,
);

/** Describes an option that is set, by its name and lookup. */
type Describe = (option: string, lookup: Written) => Omit<Finding, 'option' | 'at'>;

function changedBy(change: Change, done: string): Describe {
  return (option) => ({ changes: [change], message: { what: `\`${option}\``, done } });
}

/** The finding for an option in a scope, if it is set there. */
function optionFindings(scope: ConfigScope, path: string, describe: Describe): Finding[] {
  const lookup = scope.lookup(path);
  if (lookup.kind === 'absent') return [];
  const option = scope.nameOf(path);
  return [{ option, at: lookup.at, ...describe(option, lookup) }];
}

function mapOption(scope: ConfigScope, path: string, map: ValueMap): Finding[] {
  return optionFindings(scope, path, (option, lookup) => {
    if (lookup.kind === 'dynamic') {
      const message = `\`${option}\` ${lookup.why}, so its new value cannot be determined.`;
      return { followUps: [{ code: 'not-written', message }] };
    }
    const value = map(lookup.value);
    if (value === undefined || value === lookup.value) return {};
    return changedBy(scope.set(path, value), 'given a new value')(option, lookup);
  });
}

/** The findings of `run`, with their shape checked. */
function computed(result: Iterable<Finding>): Finding[] {
  refusePromise(result, '`run`');
  checkArgument('`run`', 'findings', result, iterable);
  const list = [...result];
  checkArgument('`run`', 'findings', list, findings);
  return list;
}

/** All changes of a script are one finding, so that they are made together or not at all. */
function scripted(config: ConfigDocument, script: (config: ScriptConfig) => void): Finding[] {
  const changes = runScript(config, script);
  const message = { what: 'The config', done: 'changed by a script' };
  return changes.length === 0 ? [] : [{ option: '', at: config.at, changes, message }];
}
