/**
 * Keeps what this version leaves in a folder after runs, and after one that was killed: later versions must read it.
 * `npm run keep-state` adds a file to `test/apply/kept`, which is never changed afterwards.
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import manifest from '../package.json' with { type: 'json' };

type Files = { readonly [path: string]: string };

const root = resolve(import.meta.dirname, '..');
const input: Files = {
  'fw.config.ts':
    "export default defineFwConfig({\n  css: ['~/assets/main.css'],\n  generate: { routes: ['/a'] },\n  fooBar: true,\n  watch: patterns(),\n  ignore: [dir() + '/x'],\n})\n",
  'package.json': '{ "name": "shop", "devDependencies": { "fw": "^3.0.0" } }\n',
  'assets/main.css': 'a { color: red }\n',
  'components/Card.vue': '<template><p /></template>\n',
  'pages/index.vue': '<script setup>\nimport { a } from "../server/a";\n</script>\n',
  'server/a.ts': 'export const a = 1;\n',
  'stores/cart.ts': "export { a } from '../server/a';\n",
};
const folder = fs.mkdtempSync(join(tmpdir(), 'fw-migrate-keep-'));

try {
  const done = projectIn('done');
  run(done, ['v4', '--quiet']);
  const { items } = JSON.parse(run(done, ['next', '--json', '--all']));
  run(done, ['close', items[0].id, '--note', 'seen']);
  run(done, ['v4', '--quiet', '--move', 'stores']);
  const report = run(done, ['report', '--format', 'json']);
  const killed = projectIn('killed');
  run(killed, ['v4', '--quiet'], 'kill:renameSync:4');
  const kept = { input, done: filesIn(done), killed: filesIn(killed), report: { text: report } };
  const file = join(root, `test/apply/kept/${manifest.version}.json`);
  fs.writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`, { flag: 'wx' });
  console.log(file);
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}

function projectIn(name: string): string {
  for (const [path, text] of Object.entries(input)) {
    fs.mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    fs.writeFileSync(join(folder, name, path), text);
  }
  return join(folder, name);
}

function run(cwd: string, args: readonly string[], fault = 'none:0'): string {
  const preload = pathToFileURL(join(root, 'test/cli/support/fault.mjs')).href;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', preload, join(root, 'dist/cli.js'), ...args],
    { cwd, encoding: 'utf8', env: { ...process.env, FAULT: fault, XDG_STATE_HOME: folder } },
  );
  if (status === 2) throw new Error(`${args.join(' ')}: ${stderr}`);
  return stdout;
}

function filesIn(home: string): Files {
  const paths = fs.readdirSync(home, { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => fs.statSync(join(home, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, fs.readFileSync(join(home, path), 'utf8')]));
}
