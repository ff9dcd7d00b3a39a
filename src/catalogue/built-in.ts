/** The editions that come with the tool, and which of them the configs in a folder belong to. */

import { createRequire } from 'node:module';
import { memo } from '../base/memo.ts';
import { baseName } from '../base/paths.ts';
import { moduleExtensions } from './extensions.ts';
import { type Catalogue, createCatalogue, type Edition, fwCatalogue } from './index.ts';
import { fwNames } from './names.ts';
import { isObject } from './shape.ts';

// Large, and a run needs one of them or none.
const require = createRequire(import.meta.url);

/** The data of each edition, by the name of its package, which is also that of its configs; later parts win. */
const shipped: { readonly [name: string]: () => readonly unknown[] } = {
  nuxt: () => [
    require('fw-migrate/editions/nuxt-modules.json'),
    require('fw-migrate/editions/nuxt.json'),
  ],
};

/** The names of the editions; the default one comes first. */
export const builtInNames: readonly string[] = [fwNames.package, ...Object.keys(shipped)];

/** A built-in edition; undefined if there is none with this name. The default edition is empty. */
export function builtInEdition(name: string): Edition | undefined {
  if (name === fwNames.package) return {};
  const parts = Object.hasOwn(shipped, name) ? shipped[name] : undefined;
  if (!parts) return undefined;
  const { $schema: _, extends: __, ...edition } = parts().reduce(merged, {}) as Edition;
  return edition;
}

/** Merges objects key by key; any other value replaces the base. */
export function merged(base: unknown, overlay: unknown): unknown {
  if (!isObject(base) || !isObject(overlay)) return overlay;
  const inside = Object.entries(overlay).map(([key, value]) => [key, merged(base[key], value)]);
  return { ...base, ...Object.fromEntries(inside) };
}

/** The edition whose configs are among some files; of several, the first in the order of the names. */
export function editionOf(files: readonly string[]): string | undefined {
  const found = new Set(files.map(baseName));
  return builtInNames.find((name) =>
    moduleExtensions.some((extension) => found.has(`${name}.config.${extension}`)),
  );
}

const catalogues = new Map([[fwNames.package, fwCatalogue]]);

/** The catalogue of the edition whose configs are among some files, or else of the default one. */
export function catalogueFor(files: readonly string[]): Catalogue {
  const name = editionOf(files) ?? fwNames.package;
  return memo(catalogues, name, () => createCatalogue(builtInEdition(name)));
}
