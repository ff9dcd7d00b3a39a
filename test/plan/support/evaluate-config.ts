import { posix } from 'node:path';

/** Runs configs of the tests' own making, with stand-ins for what they import. Paths come out absolute. */

export type Tree = { [key: string]: unknown };

/** The folder that the config is taken to be in. */
export const home = '/home/fw-project';

const fileURLToPath = (from: URL | string): string => new URL(from).pathname;
const modules = {
  'node:path': { resolve: posix.resolve, join: posix.join },
  'node:url': { fileURLToPath },
  '@fw/kit': {
    createResolver: (from: string) => ({
      resolve: (path: string) => posix.resolve(posix.dirname(fileURLToPath(from)), path),
    }),
  },
  'fw/config': { defineFwConfig: called },
};

function called(config: unknown): unknown {
  return typeof config === 'function' ? config() : config;
}

/** The plain object that a config exports. Throws where the text is no program or calls what it did not import. */
export function evaluateConfig(text: string, folder = home): Tree {
  const script = text
    .replaceAll(/^import \{ (.*) \} from (["'].*["'])/gm, 'const { $1 } = require($2)')
    .replaceAll('import.meta.url', 'importMetaUrl')
    .replaceAll(/ satisfies FwConfig| as const/g, '')
    .replaceAll('config: FwConfig', 'config')
    .replaceAll('async function', 'function')
    .replace(/export \{ config as default \}/, 'module.exports = config')
    .replace(/export default /, 'module.exports = ');
  const module = { exports: {} as unknown };
  const needsHelper = !/const \{ defineFwConfig \}/.test(script);
  const names = [
    'module',
    'require',
    '__dirname',
    'importMetaUrl',
    ...(needsHelper ? ['defineFwConfig'] : []),
  ];
  const load = (name: string): unknown => modules[name as keyof typeof modules];
  new Function(...names, `'use strict';${script}`)(
    module,
    load,
    folder,
    `file://${folder}/fw.config.ts`,
    called,
  );
  return called(module.exports) as Tree;
}
