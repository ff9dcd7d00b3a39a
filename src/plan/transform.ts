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

/** One of the built-in transforms: an option that the catalogue does not list does not compile. */
type OptionTransform = Omit<TransformDefinition<OptionPath>, 'options' | 'optionsIn'> & {
  /** The options it handles, or how to find them. */
  readonly options: readonly OptionPath[] | ((catalogue: Catalogue) => readonly string[]);
};

export function defineOptionTransform({ options, ...definition }: OptionTransform): Transform {
  const optionsIn = perCatalogue(
    typeof options === 'function' ? options : (catalogue) => options.map(catalogue.pathOf),
  );
  // An edition may have none of its options.
  const isKnown = perCatalogue((catalogue) => optionsIn(catalogue).some(catalogue.findOption));
  return asTransform({
    ...definition,
    options: optionsIn(fwCatalogue),
    optionsIn,
    run: (config, context) => (isKnown(config.catalogue) ? definition.run(config, context) : []),
  });
}

/**
 * Makes a definition callable by jscodeshift, which hands over one file and writes what comes back. The text is the
 * same as with `fw-migrate transform`; if a change belongs into another file, jscodeshift cannot write it, so none is
 * made.
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

/** The edition that jscodeshift was given: the name of a JSON file, or the edition itself. */
function editionIn(given: unknown): Catalogue {
  if (given === undefined) return fwCatalogue;
  const text = typeof given === 'string' ? readIfRegular(given, mostBytes)?.toString('utf8') : undefined;
  if (typeof given === 'string' && text === undefined)
    throw new Error(`${given}: File not found. Pass the JSON file of an edition.`);
  const edition: unknown = text === undefined ? given : JSON.parse(text);
  editionShape(edition, 'edition');
  return createCatalogue(edition as Edition);
}

// No module that a config is put together from is as long.
const mostBytes = 10_000_000;
