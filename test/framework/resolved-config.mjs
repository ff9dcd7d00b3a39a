// Prints how the framework that is installed above a project resolves its config, as JSON.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [project] = process.argv.slice(2);
const framework = createRequire(`${project}/package.json`).resolve('nuxt/package.json');
const kit = createRequire(framework).resolve('@nuxt/kit');
const { loadNuxtConfig } = await import(pathToFileURL(kit).href);
const options = await loadNuxtConfig({ cwd: project });

/** What JSON cannot hold is named in angle brackets. */
function asJson(key, value) {
  if (key.startsWith('_') && !key.startsWith('__')) return undefined;
  if (typeof value === 'function') return '<function>';
  if (value instanceof RegExp) return '<regexp>';
  return value instanceof Set ? [...value] : value;
}

process.stdout.write(JSON.stringify(options, asJson));
