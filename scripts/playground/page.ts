import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import packageJson from '../../package.json' with { type: 'json' };
import { dataElement, documentOf, escapeHtml } from '../../src/report/html/html-document.ts';
import { transforms } from '../../transforms/index.ts';
import { licencesOf } from '../third-party.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const standIn = (name: string) => join(root, 'scripts/playground', name);

/** The playground as one page, from the same sources as the command, and the licences of what is bundled in it. */
export async function playgroundPage(): Promise<{
  readonly page: string;
  readonly licences: string;
}> {
  const style = text('src/report/html/page.css') + text('src/playground/page.css');
  const script = await bundled('src/playground/page.js', 'es');
  const engine = await bundled('src/playground/worker.js', 'iife');
  const values: { readonly [name: string]: string } = {
    version: packageJson.version,
    choices: choices(),
  };
  const body = [
    text('src/playground/page.html').replace(
      /<!-- (\w+) -->/g,
      (_, name: string) => values[name] ?? '',
    ),
    `${dataElement(filesIn('examples/shop'), 'id="project"')}\n`,
    dataElement(engine.code, 'id="engine"'),
  ].join('');
  // The worker and the user's own transform are scripts that the page creates.
  const allowed = { script: 'blob:', worker: 'blob:' };
  const page = documentOf({ title: 'Playground', style, script: script.code, body, allowed });
  return { page, licences: licencesOf([...script.modules, ...engine.modules]) };
}

/** The transforms to choose. Folders only move if all transforms that follow them run, so these are no choice. */
function choices(): string {
  const optional = transforms.filter((transform) => !transform.followsMoves);
  const labels = optional.map(({ id, summary }) => {
    const box = `<input type="checkbox" name="transforms" value="${id}" checked>`;
    return `<label title="${escapeHtml(summary)}">${box} ${id}</label>`;
  });
  return labels.join('');
}

/** The texts of a folder by their paths in it. */
function filesIn(folder: string): { readonly [path: string]: string } {
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(root, folder, path)).isFile())
    .sort();
  return Object.fromEntries(
    paths.map((path) => [path.replaceAll('\\', '/'), text(join(folder, path))]),
  );
}

interface Bundled {
  readonly code: string;
  /** The files that it was made of. */
  readonly modules: readonly string[];
}

/** A module and all that it imports as one text. */
async function bundled(path: string, format: 'es' | 'iife'): Promise<Bundled> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: {
      alias: {
        'node:fs': standIn('node-fs.js'),
        'node:module': standIn('node-module.js'),
        'node:path': standIn('node-path.js'),
      },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      rollupOptions: { input: join(root, path), output: { format, codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error(`${path} was not built`);
  const [{ code, moduleIds }] = output.output;
  return { code, modules: moduleIds };
}
