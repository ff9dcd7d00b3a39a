import {
  type Catalogue,
  createCatalogue,
  type Edition,
  editionShape,
  fwCatalogue,
  type OptionPath,
  perCatalogue,
} from '../catalogue/index.ts';
import { isLayoutMode, noSuchLayout } from '../project/layout.ts';
import { readIfRegular } from '../project/open-file.ts';
import type { JscodeshiftTransform, Transform, TransformDefinition } from './definition.ts';
import { migrateWith } from './migrate.ts';

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
    const { layout = 'auto' } = options;
    if (!isLayoutMode(layout)) throw new Error(noSuchLayout(layout));
    const migration = migrateWith([definition], file.source, {
      filename: file.path,
      layout,
      keepDefaults: options.keepDefaults === true || options['keep-defaults'] === true,
      catalogue: editionIn(options.edition),
      read: (path) => readIfRegular(path, mostBytes)?.toString('utf8'),
    });
    const elsewhere = migration.files.filter(({ path }) => path !== migration.path);
    for (const followUp of migration.followUps)
      api.report?.(`${followUp.kind}: ${followUp.message} (${followUp.code}, line ${followUp.line})`);
    for (const { path } of elsewhere)
      api.report?.(
        `not changed, because ${path} must change as well: run \`fw-migrate transform ${definition.id}\` instead.`,
      );
    return elsewhere.length > 0 || migration.code === file.source ? undefined : migration.code;
  };
  return Object.assign(run, definition);
}

/** The edition passed to jscodeshift: the name of a JSON file, or the edition itself. */
function editionIn(given: unknown): Catalogue {
  if (given === undefined) return fwCatalogue;
  const text = typeof given === 'string' ? readIfRegular(given, mostBytes)?.toString('utf8') : undefined;
  if (typeof given === 'string' && text === undefined)
    throw new Error(`${given}: File not found. Pass the JSON file of an edition.`);
  const edition: unknown = text === undefined ? given : JSON.parse(text);
  editionShape(edition, 'edition');
  return createCatalogue(edition as Edition);
}

// Longer than any module of a config.
const mostBytes = 10_000_000;
