import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Entry, readTree, type Tree, textEntry } from './trees.ts';

/** The flags of a run. */
export interface Flags {
  readonly layout?: 'auto' | 'app' | 'keep';
  readonly keepDefaults?: boolean;
  readonly move?: readonly string[];
  readonly stay?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
}

/** A project that cases start from. */
export interface Fixture {
  readonly name: string;
  readonly tree: Tree;
  readonly flags: Flags;
}

const root = fileURLToPath(new URL('../__testfixtures__', import.meta.url));

/** The files of a project whose config is a fixture on its own. */
const projectFiles: { readonly [path: string]: string } = {
  'package.json': '{\n  "devDependencies": { "fw": "^3.0.0" }\n}\n',
  'app.vue':
    '<script setup>\nimport { a } from "~/utils/a";\n</script>\n<template><Card /></template>\n',
  'assets/main.css': '@import "./base.css";\n',
  'assets/base.css': 'a { background: url("~/assets/logo.png") }\n',
  'assets/logo.png': 'logo',
  'components/Card.vue': '<template><img src="~/assets/logo.png"></template>\n',
  'pages/index.vue': '<script setup lang="ts">\nimport { a } from "../utils/a";\n</script>\n',
  'plugins/start.ts':
    'import x from "~/server/x";\nexport default () => import("@/composables/useA");\n',
  'composables/useA.ts': 'export const useA = () => useAsyncData("a", () => $fetch("/"));\n',
  'utils/a.ts': 'export const a = new URL("../assets/logo.png", import.meta.url);\n',
  'server/x.ts': 'export * from "../utils/a";\n',
  'public/robots.txt': '',
  'tests/a.test.ts': 'import { a } from "../utils/a";\nvi.mock("~/utils/a");\n',
};

function flagsIn(file: string): Flags {
  if (!existsSync(file)) return {};
  const { notRepeatable: _, ...flags } = JSON.parse(readFileSync(file, 'utf8'));
  return flags;
}

function projectFixtures(): Fixture[] {
  const folder = join(root, 'projects');
  return readdirSync(folder)
    .flatMap((subject) => readdirSync(join(folder, subject)).map((name) => ({ subject, name })))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ subject, name }) => ({
      name,
      tree: readTree(join(folder, subject, name, 'input')),
      flags: flagsIn(join(folder, subject, name, 'options.json')),
    }));
}

const inputName = /^(.+)\.input(\.[cm]?[jt]s)$/;

/** The configs that transforms are tested with, each in a small project. */
function configFixtures(): Fixture[] {
  const others = ['projects', 'fuzz', 'reports', 'catalogue'];
  const folders = readdirSync(root).filter((name) => !others.includes(name));
  return folders.toSorted().flatMap((folder) =>
    readdirSync(join(root, folder))
      .toSorted()
      .flatMap((file): Fixture[] => {
        const [, name, ending] = inputName.exec(file) ?? [];
        if (name === undefined) return [];
        const tree = new Map<string, Entry>([
          [`fw.config${ending}`, { kind: 'file', bytes: readFileSync(join(root, folder, file)) }],
          ...Object.entries(projectFiles).map(([path, text]) => [path, textEntry(text)] as const),
        ]);
        return [{ name, tree, flags: flagsIn(join(root, folder, `${name}.options.json`)) }];
      }),
  );
}

let known: readonly Fixture[] | undefined;

/** Every fixture, in an order that is the same everywhere. */
export function fixtures(): readonly Fixture[] {
  known ??= [...projectFixtures(), ...configFixtures()];
  return known;
}
