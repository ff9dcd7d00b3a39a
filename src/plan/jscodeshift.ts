import { isLayoutMode } from '../project/layout.ts';
import { readRegularFile } from '../project/open-file.ts';
import { migrateWith } from './migrate.ts';
import type { TransformDefinition } from './transform.ts';

/**
 * The function that jscodeshift's command line calls: nothing returned means nothing to change. Its own types are not
 * used, so that whoever compiles against this package need not have them.
 */
export type JscodeshiftTransform = (
  file: { readonly path: string; readonly source: string },
  api: { readonly report?: (message: string) => void },
  options: { readonly [option: string]: unknown },
) => string | undefined;

/**
 * Wraps a transform for jscodeshift, which hands over one file and writes what comes back. The text is the same as
 * with `fw-migrate transform`; where a change belongs into another file, jscodeshift cannot write it, so none is made.
 */
export function asJscodeshift(definition: TransformDefinition): JscodeshiftTransform {
  return (file, api, options) => {
    const { layout = 'auto' } = options;
    if (!isLayoutMode(layout)) throw new Error(`There is no layout \`${layout}\`.`);
    const migration = migrateWith([definition], file.source, {
      filename: file.path,
      layout,
      keepDefaults: options.keepDefaults === true || options['keep-defaults'] === true,
      read: readIfThere,
    });
    const elsewhere = migration.files.filter(({ path }) => path !== migration.path);
    for (const followUp of migration.followUps)
      api.report?.(`${followUp.kind}: ${followUp.message} (${followUp.code}, line ${followUp.line})`);
    for (const { path } of elsewhere)
      api.report?.(
        `not changed: ${path} must change too; run \`fw-migrate transform ${definition.id}\` instead.`,
      );
    return elsewhere.length > 0 || migration.code === file.source ? undefined : migration.code;
  };
}

// No module that a config is put together from is as long.
const mostBytes = 10_000_000;

function readIfThere(path: string): string | undefined {
  try {
    return readRegularFile(path, mostBytes).toString('utf8');
  } catch {
    return undefined;
  }
}
