/** The list of all built-in transforms; a new one is added here. */

import type { Transform } from '../src/plan/definition.ts';
import alias from './alias.ts';
import buildDir from './build-dir.ts';
import buildTemplates from './build-templates.ts';
import builder from './builder.ts';
import bundler1 from './bundler1.ts';
import changedDefaults from './changed-defaults.ts';
import compatibilityVersion from './compatibility-version.ts';
import components from './components.ts';
import css from './css.ts';
import dir from './dir.ts';
import dirStatic from './dir-static.ts';
import editionOptions from './edition-options.ts';
import editionPaths from './edition-paths.ts';
import extends_ from './extends.ts';
import generate from './generate.ts';
import ignore from './ignore.ts';
import imports from './imports.ts';
import moduleFiles from './module-files.ts';
import moduleVersions from './module-versions.ts';
import modules from './modules.ts';
import plugins from './plugins.ts';
import removedExperimental from './removed-experimental.ts';
import replacedWords from './replaced-words.ts';
import serverDir from './server-dir.ts';
import serverHandlers from './server-handlers.ts';
import shallowData from './shallow-data.ts';
import spaLoadingTemplate from './spa-loading-template.ts';
import srcDir from './src-dir.ts';
import transformer2 from './transformer2.ts';
import typescript from './typescript.ts';
import unknownOptions from './unknown-options.ts';
import valueTypes from './value-types.ts';
import watch from './watch.ts';

/** Every transform of the migration, in the order in which `list` shows them. */
export const transforms: readonly Transform[] = [
  srcDir,
  serverDir,
  dir,
  dirStatic,
  compatibilityVersion,
  buildDir,
  extends_,
  generate,
  alias,
  modules,
  css,
  plugins,
  components,
  imports,
  serverHandlers,
  watch,
  ignore,
  spaLoadingTemplate,
  buildTemplates,
  bundler1,
  transformer2,
  removedExperimental,
  changedDefaults,
  shallowData,
  replacedWords,
  typescript,
  builder,
  moduleFiles,
  moduleVersions,
  editionOptions,
  editionPaths,
  unknownOptions,
  valueTypes,
];
