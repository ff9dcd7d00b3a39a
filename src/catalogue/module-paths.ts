import type { BaseByVariant } from './folder-kinds.ts';

/** How an option of a module names a place, if it does not start with an alias. */
export interface ModulePath {
  /** The folder that it is read from in each variant. */
  readonly base: BaseByVariant;
  /** Other versions of the module read it otherwise: if this option is set, or the folder has it too, people are asked. */
  readonly unless?: { readonly option: string; readonly folder: string };
}

/** By the path of the option. */
export type ModulePaths = { readonly [option: string]: ModulePath };

const fromRoot: ModulePath = { base: { b: 'root', a: 'root' } };

/** Options of modules that many projects use, of which their documentation says what they are read from. */
export const fwModulePaths: ModulePaths = {
  'icon.customCollections[].dir': fromRoot,
  'icon.serverBundle.collections[].dir': fromRoot,
  'pinia.storesDirs[]': fromRoot,
  'i18n.langDir': {
    base: { b: 'source', a: 'source' },
    unless: { option: 'i18n.restructureDir', folder: 'i18n' },
  },
};
