import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import packageJson from '../../package.json' with { type: 'json' };
import { dataElement, documentOf } from '../../src/report/html/html-document.ts';
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
  const projects = { fw: filesIn('examples/shop'), Nuxt: filesIn('examples/nuxt') };
  const body = [
    text('src/playground/page.html').replace('<!-- version -->', packageJson.version),
    `${dataElement(projects, 'id="projects"')}\n`,
    dataElement(engine.code, 'id="engine"'),
  ].join('');
  const parts = { title: 'Playground', style, script: script.code, body };
  // The engine is a script that the page creates.
  const page = documentOf({ ...parts, worker: 'blob:' });
  return { page, licences: licencesOf([...script.modules, ...engine.modules]) };
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
        'node:crypto': standIn('node-crypto.js'),
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
