import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json } from '../../src/catalogue/option.ts';
import { isObject } from '../../src/catalogue/shape.ts';
import { declaredOptions } from './declared-options.ts';
import { type Installed, install, type Variant } from './install.ts';

/** What an empty project resolves to, by the framework itself. */
export interface FrameworkRecord {
  readonly versions: { readonly [variant in Variant]: string };
  /** The default of every option, by its path: that of both variants, or of one if only that has the option. */
  readonly options: { readonly [option: string]: { readonly [variant in Variant]?: Json } };
  /** Options without a default, which only its types declare. */
  readonly unset: { readonly [variant in Variant]: readonly string[] };
}

const recordFile = fileURLToPath(new URL('record.json', import.meta.url));
const resolver = fileURLToPath(new URL('resolved-config.mjs', import.meta.url));

/** A project without options. Its sources are apart from its root, so that the two can be told apart. */
export const emptyProjects: { readonly [variant in Variant]: { readonly [path: string]: string } } =
  {
    b: {
      'nuxt.config.ts': "export default defineNuxtConfig({ srcDir: 'src' })\n",
      'src/app.vue': '<template><main /></template>\n',
    },
    a: {
      'nuxt.config.ts': 'export default defineNuxtConfig({})\n',
      'app/app.vue': '<template><main /></template>\n',
    },
  };

const sources = { b: 'src', a: 'app' };

export function readRecord(): FrameworkRecord {
  return JSON.parse(readFileSync(recordFile, 'utf8'));
}

/** Asks both variants of the framework, and writes down what they say. */
export function writeRecord(log: (line: string) => void): FrameworkRecord {
  const [b, a] = (['b', 'a'] as const).map((variant) => {
    const installed = install(variant, log);
    const options = defaultsOf(variant, installed);
    const known = [...options.keys()];
    // Those inside of others are known with them.
    const unset = declaredOptions(installed).filter(
      (option) => !known.some((other) => `${other}.`.startsWith(`${option}.`)),
    );
    return { version: installed.versions.nuxt ?? '', options, unset };
  });
  const paths = [
    ...new Set([...(b?.options.keys() ?? []), ...(a?.options.keys() ?? [])]),
  ].toSorted();
  const record: FrameworkRecord = {
    versions: { b: b?.version ?? '', a: a?.version ?? '' },
    options: Object.fromEntries(
      paths.map((path) => {
        const [inB, inA] = [b?.options.get(path), a?.options.get(path)];
        return [
          path,
          { ...(inB !== undefined && { b: inB }), ...(inA !== undefined && { a: inA }) },
        ];
      }),
    ),
    unset: { b: b?.unset ?? [], a: a?.unset ?? [] },
  };
  const lines = Object.entries(record.options).map(
    ([path, row]) => `    ${JSON.stringify(path)}: ${JSON.stringify(row)}`,
  );
  const versions = JSON.stringify(record.versions);
  const unset = Object.entries(record.unset).map(
    ([variant, paths]) =>
      `    "${variant}": [\n${paths.map((path) => `      "${path}"`).join(',\n')}\n    ]`,
  );
  writeFileSync(
    recordFile,
    `{\n  "versions": ${versions},\n  "options": {\n${lines.join(',\n')}\n  },\n  "unset": {\n${unset.join(',\n')}\n  }\n}\n`,
  );
  return record;
}

function defaultsOf(variant: Variant, { folder }: Installed): Map<string, Json> {
  const project = join(folder, 'projects', 'empty');
  rmSync(project, { recursive: true, force: true });
  const files = { 'package.json': '{ "private": true }\n', ...emptyProjects[variant] };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  const text = execFileSync(process.execPath, [resolver, project], {
    cwd: project,
    encoding: 'utf8',
  });
  const loaded = JSON.parse(text);
  const spelled: Json = JSON.parse(
    text
      .replaceAll(`${project}/${sources[variant]}`, '<srcDir>')
      .replaceAll(project, '<rootDir>')
      .replaceAll(loaded.buildId, '<buildId>')
      .replaceAll(`"${loaded.workspaceDir}"`, '"<workspaceDir>"')
      .replaceAll(loaded.workspaceDir, '<workspaceDir>'),
  );
  const found = new Map<string, Json>();
  collect(spelled, '', found);
  return found;
}

/** The values inside of objects by their paths; an empty object is a value, too. */
function collect(value: Json, path: string, found: Map<string, Json>): void {
  const entries = isObject(value) ? Object.entries(value as { readonly [key: string]: Json }) : [];
  if (entries.length === 0) found.set(path, value);
  // Keys such as `~` and `process.dev` are no options.
  else if (entries.some(([key]) => !/^[\w$-]+$/.test(key))) found.set(path, value);
  else
    for (const [key, inner] of entries) collect(inner, path === '' ? key : `${path}.${key}`, found);
}
