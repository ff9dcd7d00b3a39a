// Writes a repository of Variant B with any number of files: `node bench/generate-repository.mjs <folder> <count> [scale]`.
// A scale makes the files that many times as long; writeWorkspace() writes many projects into one repository, and
// writeRecordings() large files of data beside the sources.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What a repository is made of. Shares are parts of 100; `moves` tells what goes to `app/`, and `fetching` how many in a
 * hundred load data.
 */
const kinds = [
  {
    share: 30,
    folder: 'components',
    ending: '.vue',
    moves: true,
    nested: true,
    fetching: 5,
    write: component,
  },
  {
    share: 14,
    folder: 'pages',
    ending: '.vue',
    moves: true,
    nested: true,
    fetching: 40,
    write: component,
  },
  { share: 1, folder: 'layouts', ending: '.vue', moves: true, write: component },
  {
    share: 10,
    folder: 'composables',
    ending: '.ts',
    moves: true,
    nested: true,
    fetching: 15,
    write: script,
  },
  { share: 8, folder: 'utils', ending: '.ts', moves: true, nested: true, write: script },
  { share: 1, folder: 'middleware', ending: '.ts', moves: true, write: script },
  { share: 1, folder: 'plugins', ending: '.ts', moves: true, write: script },
  { share: 3, folder: 'assets/scss', ending: '.scss', moves: true, nested: true, write: styles },
  { share: 1, folder: 'assets/css', ending: '.css', moves: true, write: styles },
  { share: 2, folder: 'assets/images', ending: '.png', moves: true, write: image },
  { share: 8, folder: 'server/api', ending: '.ts', moves: false, nested: true, write: script },
  { share: 3, folder: 'server/utils', ending: '.ts', moves: false, write: script },
  { share: 4, folder: 'stores', ending: '.ts', moves: false, write: script },
  { share: 4, folder: 'types', ending: '.ts', moves: false, nested: true, write: types },
  { share: 7, folder: 'tests', ending: '.test.ts', moves: false, nested: true, write: script },
  { share: 3, folder: 'public', ending: '.png', moves: false, nested: true, write: image },
];

/** One file in this many holds references that must change. */
const changing = 20;

/** Writes `count` files to a folder, the same ones for the same count; `scale` makes them longer. */
export function writeRepository(folder, count, scale = 1) {
  const random = createRandom(count);
  const paths = listPaths(count - rootFiles.size);
  for (const [path, text] of rootFiles) writeAt(join(folder, path), text);
  for (const kind of kinds) {
    for (const path of paths[kind.folder])
      writeAt(join(folder, path), kind.write({ path, kind, paths, random, scale }));
  }
}

/** Writes a repository in which ten of `count` files are recorded responses of 200 KB to 2 MB: texts and base64. */
export function writeRecordings(folder, count) {
  const recordings = 10;
  writeRepository(folder, count - recordings);
  const random = createRandom(count);
  for (let index = 0; index < recordings; index += 1) {
    const json = JSON.stringify(recording(200_000 * (index + 1), random));
    const [ending, text] = index % 2 ? ['.ts', `export default ${json}\n`] : ['.json', json];
    writeAt(join(folder, `tests/recorded/response-${index}${ending}`), text);
  }
}

/** A response of about so many bytes: half of them are one file, the others a list. */
function recording(length, random) {
  const bytes = Uint8Array.from({ length: Math.floor(length * 0.375) }, () => random.below(256));
  const items = Array.from({ length: Math.floor(length / 195) }, (_, id) => {
    const [noun, other] = [random.pick(nouns), random.pick(nouns)];
    return {
      id,
      [noun]: `The ${noun} of the ${other}`,
      href: `https://example.com/${noun}/${other}?page=${id}`,
    };
  });
  return { status: 200, body: { items }, file: Buffer.from(bytes).toString('base64') };
}

/** Writes a workspace of so many projects, with `count` files in all of them together. */
export function writeWorkspace(folder, count, projects) {
  const share = Math.floor(count / projects);
  for (let index = 0; index < projects; index += 1)
    writeRepository(join(folder, `apps/app-${index}`), share + (index % 7));
  writeAt(
    join(folder, 'package.json'),
    '{ "name": "workspace", "private": true, "workspaces": ["apps/*"] }\n',
  );
}

function writeAt(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** The paths of all kinds, by their folder. */
function listPaths(count) {
  const total = kinds.reduce((sum, { share }) => sum + share, 0);
  const paths = {};
  let sum = 0;
  for (const kind of kinds) {
    const from = Math.round((count * sum) / total);
    sum += kind.share;
    const length = Math.round((count * sum) / total) - from;
    paths[kind.folder] = Array.from({ length }, (_, index) => pathFor(kind, index));
  }
  return paths;
}

/** Small and fast (mulberry32): a seed gives the same numbers everywhere. */
function createRandom(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  return {
    below,
    between: (from, to) => from + below(to - from),
    pick: (list) => list[below(list.length)],
  };
}

const nouns =
  'account address article badge banner basket booking bundle button calendar card category channel checkout comment coupon customer device dialog discount document event feature filter folder gallery group header image invoice item label locale market member menu message notice option order panel payment picture price product profile question rating receipt region report result review search section session setting shipment slider status stock store summary tag team ticket token topic user variant voucher wallet widget'.split(
    ' ',
  );
const verbs =
  'add apply build check clear close count create filter find format group load map merge normalize open parse pick read refresh remove render reset resolve save select sort split store submit sync toggle track update validate'.split(
    ' ',
  );
const packages = [
  'vue',
  'vue',
  'vue',
  '@vueuse/core',
  '@acme/ui',
  '@acme/api-client',
  'zod',
  'date-fns',
];

function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}

/** Folders of some twenty files, as people keep them. */
function pathFor({ folder, ending, nested }, index) {
  const area = Math.floor(index / 20);
  const areaName = `${nouns[area % nouns.length]}${area < nouns.length ? '' : Math.floor(area / nouns.length)}`;
  const first = nouns[(index * 7) % nouns.length];
  const second = nouns[(index * 11 + 5) % nouns.length];
  const name = ending === '.vue' ? capital(first) + capital(second) : `${first}-${second}`;
  return `${folder}/${nested ? `${areaName}/` : ''}${name}${index}${ending}`;
}

// References.

/** The import lines of a file. */
function imports(file) {
  const { random } = file;
  const specifiers = new Set();
  for (let left = random.between(3, 8); left > 0; left -= 1) specifiers.add(holdingSpecifier(file));
  if (random.below(changing) === 0) {
    for (let left = random.between(1, 3); left > 0; left -= 1)
      specifiers.add(changingSpecifier(file));
  }
  const lines = [...specifiers].map((specifier, index) => {
    if (specifier.endsWith('.vue')) return `import Part${index} from '${specifier}'`;
    const type = index % 2 ? `, type ${capital(random.pick(nouns))}${index}` : '';
    return `import { ${random.pick(verbs)}${index}${type} } from '${specifier}'`;
  });
  return lines.join('\n');
}

/** A text that leads to the same file before and after. */
function holdingSpecifier({ path, kind: { folder, moves }, paths, random }) {
  const chance = random.below(100);
  if (chance < 35) return random.pick(packages);
  if (chance < 50 && folder !== 'tests') return relative(path, random.pick(paths[folder]));
  const targets =
    folder === 'server/api' ? ['utils'] : ['components', 'composables', 'composables', 'utils'];
  const target = random.pick(paths[random.pick(targets)]);
  return chance < 65 && moves ? relative(path, target) : aliased(target, random);
}

/** A text that leads elsewhere once the folders have moved. */
function changingSpecifier({ path, kind: { moves }, paths, random }) {
  const target = random.pick(paths[random.pick(['server/utils', 'stores', 'types'])]);
  const isRelative = random.below(3) === 0;
  if (!isRelative) return aliased(target, random);
  return relative(path, moves ? target : random.pick(paths.utils));
}

function aliased(target, random) {
  return `${random.pick(['~', '~', '@'])}/${bare(target)}`;
}

function relative(path, target) {
  const text = posix.relative(posix.dirname(path), bare(target));
  return text.startsWith('.') ? text : `./${text}`;
}

function bare(path) {
  return path.endsWith('.vue') ? path : path.replace(/(?:\.test)?\.ts$/, '');
}

// Contents. Every part is ordinary code of its kind.

/** Adds parts until a text is as long as it should be. */
function fill(length, parts, { random, paths, scale }, separator = '\n\n') {
  const list = [];
  for (let at = 0; at < length * scale; at += list.at(-1).length + separator.length) {
    const noun = random.pick(nouns);
    const other = random.pick(nouns);
    const words = {
      verb: random.pick(verbs) + capital(noun),
      noun,
      Noun: capital(noun),
      other,
      Other: capital(other),
      number: random.below(100),
      at: list.length,
      image: random.pick(paths['assets/images']) ?? 'assets/images/none.png',
    };
    list.push(random.pick(parts)(words));
  }
  return list.join(separator);
}

const codeParts = [
  ({ verb, noun, Noun, other, at }) => `// The ${noun} doesn't change while the ${other} is open.
export function ${verb}${at}(${noun}: ${Noun}, ${other}s: readonly string[] = []): ${Noun} {
  const known = new Set(${other}s.map((one) => one.trim().toLowerCase()))
  const left = ${noun}.items.filter((item) => !known.has(item.id) && item.state !== 'removed')
  return { ...${noun}, items: left, total: left.reduce((sum, { price }) => sum + price, 0) }
}`,
  ({ verb, noun, other, Other, number, at }) => `export async function ${verb}${at}(id: string) {
  const found = await $fetch<${Other}[]>(\`/api/${noun}s/\${id}\`, { query: { ${other}: ${number}, sort: '-created' } })
  if (found.length === 0) throw createError({ statusCode: 404, statusMessage: '${Other} not found' })
  return found.map(({ ${other} }) => ${other} ?? [])
}`,
  ({ noun, Noun, other, number, at }) => `const ${noun}${at} = ref<${Noun}[]>([])
const is${Noun}Loading${at} = ref(false)
const visible${Noun}${at} = computed(() =>
  ${noun}${at}.value.filter(({ ${other}, inStock }) => ${other} !== undefined && inStock > ${number}),
)

watch(${noun}${at}, (value, before) => {
  if (value.length === before.length) return
  is${Noun}Loading${at}.value = false
})`,
  ({ noun, Noun, other, number, at }) => `/** How a ${noun} is shown beside its ${other}. */
export const ${noun}Options${at} = {
  label: '${Noun}',
  icon: 'i-${noun}-${other}',
  color: '#${String(number * 1931).padStart(6, '0')}',
  selector: '.${noun}__${other}',
  href: "https://example.com/${noun}/${other}?page=${number}",
  limits: { minimum: ${number}, maximum: ${number + 50}, step: 5 },
} as const`,
  ({
    verb,
    noun,
    other,
    number,
    at,
  }) => `function ${verb}Rows${at}(rows: Record<string, unknown>[]) {
  const groups = new Map<string, number>()
  for (const row of rows) {
    const key = String(row['${noun}'] ?? row.${other} ?? 'unknown')
    groups.set(key, (groups.get(key) ?? 0) + 1)
    if (groups.size >= ${number}) break
  }
  return [...groups].sort(([, a], [, b]) => b - a).map(([name, count]) => ({ name, count, share: count / rows.length }))
}`,
  ({ noun, other, at }) => `onMounted(() => {
  const element = document.querySelector<HTMLElement>('#${noun}-${other}')
  if (!element || import.meta.server) return
  element.addEventListener('pointerdown', (event) => emit('select', { ${noun}: event.clientX, at: ${at} }), { passive: true })
})`,
];

const dataPart = ({
  noun,
  other,
}) => `const { data: ${noun}Data, pending } = await useFetch('/api/${noun}s', {
  query: { ${other}: route.query.${other} },
  transform: ({ items }) => items.map((item) => ({ ...item, label: item.name.trim() })),
})`;

const typeParts = [
  ({ noun, Noun, other, Other, at }) => `/** A ${noun} as the API gives it. */
export interface ${Noun}${at} {
  readonly id: string
  readonly ${noun}Id: number
  readonly state: 'open' | 'closed' | 'archived'
  readonly ${other}?: { readonly name: string; readonly tags: readonly string[] }
  readonly created${Other}: Date
}`,
  ({ Noun, Other, at }) =>
    `export type ${Noun}Or${Other}${at} = Partial<Record<'${Noun}' | '${Other}', unknown>> & { readonly at?: number }`,
];

const markupParts = [
  ({
    noun,
    Noun,
    other,
    number,
  }) => `    <section class="${noun}-${other}" :class="{ 'is-active': is${Noun} }">
      <h2 id="${noun}-title" class="text-lg font-bold">{{ t('${noun}.${other}.title') }}</h2>
      <p v-if="${noun}.count > ${number}" class="mt-2">{{ ${noun}.count }} of {{ ${other}.total }}</p>
      <p v-else>There aren't any ${noun}s yet.</p>
    </section>`,
  ({ noun, Noun, Other }) => `    <ul class="grid gap-4">
      <li v-for="(item, index) in visible${Noun}" :key="item.id" @click.prevent="select(item, index)">
        <FwLink :to="{ name: '${noun}-id', params: { id: item.id } }" class="hover:underline">{{ item.label }}</FwLink>
        <${Noun}${Other} v-bind="item" #default="{ close }" @close="close" />
      </li>
    </ul>`,
  ({ noun, other, number }) => `    <form @submit.prevent="save">
      <label for="${noun}">{{ $t('${noun}') }}</label>
      <input id="${noun}" v-model.trim="form.${noun}" type="text" maxlength="${number + 10}" aria-describedby="${other}" />
      <button type="submit" :disabled="pending || !form.${noun}">Save</button>
    </form>`,
  ({ noun, other, image }) => `    <figure>
      <img src="~/${image}" alt="The ${noun}" width="320" height="200" loading="lazy" />
      <figcaption><slot name="caption">A ${noun} and its ${other}</slot></figcaption>
    </figure>`,
];

const styleParts = [
  ({ noun, other, number }) => `.${noun}-${other} {
  display: flex;
  gap: ${number}px;
  color: #${String(number * 1931).padStart(6, '0')};
  transition: opacity 0.${number}s ease-in-out;
}`,
  ({ noun, number }) => `@media (min-width: ${number * 10}px) {
  .${noun}:hover > a::after { content: '→'; margin-left: ${number}px; }
}`,
  ({ noun, image }) => `.${noun}__icon {
  background: url('~/${image}') no-repeat center / contain;
}`,
];

/** Code of some length; in some files it loads data first. */
function code(length, parts, file) {
  const { kind, random } = file;
  const loading =
    random.below(100) < (kind.fetching ?? 0) ? `${fill(1, [dataPart], file)}\n\n` : '';
  return loading + fill(length, parts, file);
}

function script(file) {
  return `${imports(file)}\n\n${code(file.random.between(100, 4400), codeParts, file)}\n`;
}

function types(file) {
  const { random } = file;
  const head = random.below(3) === 0 ? `${imports(file)}\n\n` : '';
  return `${head}${fill(random.between(400, 2500), typeParts, file)}\n`;
}

function component(file) {
  const { random } = file;
  const body = code(random.between(100, 2400), codeParts.slice(2), file).replaceAll(
    'export const',
    'const',
  );
  const setup = `<script setup lang="ts">\n${imports(file)}\n\n${body}\n</script>\n`;
  const markup = fill(random.between(300, 2000), markupParts, file, '\n');
  const template = `<template>\n  <div>\n${markup}\n  </div>\n</template>\n`;
  const blocks = random.below(4) === 0 ? [template, setup] : [setup, template];
  return [...blocks, ...(random.below(2) === 0 ? [styleBlock(file)] : [])].join('\n');
}

function styleBlock(file) {
  const { random, paths } = file;
  const sheet = random.pick(paths['assets/scss']);
  const use = sheet && random.below(3) === 0 ? `@use '~/${sheet}' as *;\n\n` : '';
  const parts = random.below(3) === 0 ? styleParts : styleParts.slice(0, 2);
  return `<style scoped lang="scss">\n${use}${fill(random.between(100, 900), parts, file)}\n</style>\n`;
}

function styles(file) {
  const { path, kind, paths, random } = file;
  const use = path.endsWith('.scss')
    ? `@use '${relative(path, random.pick(paths[kind.folder]))}' as *;\n\n`
    : '';
  return `${use}${fill(random.between(300, 4000), styleParts, file)}\n`;
}

function image({ random }) {
  const bytes = Buffer.alloc(random.between(1000, 16_000));
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = random.below(256);
  return bytes;
}

const rootFiles = new Map([
  [
    'fw.config.ts',
    `import { defineFwConfig } from 'fw/config'

export default defineFwConfig({
  compatibilityDate: '2024-07-01',
  modules: ['@acme/ui', '@acme/i18n'],
  css: ['~/assets/scss/account/account-basket0.scss'],
  runtimeConfig: { public: { apiBase: 'https://api.example.com' } },
  serverHandlers: [{ route: '/health', handler: '~/server/utils/account-basket0.ts' }],
  generate: { routes: ['/imprint'] },
})
`,
  ],
  [
    'package.json',
    `{
  "name": "generated",
  "private": true,
  "scripts": { "dev": "fw dev", "build": "fw build" },
  "dependencies": { "fw": "^3.12.0", "vue": "^3.4.0", "zod": "^3.23.0" },
  "devDependencies": { "typescript": "^5.6.0" }
}
`,
  ],
  ['tsconfig.json', '{\n  "extends": "./.fw/tsconfig.json"\n}\n'],
  [
    '.gitignore',
    'node_modules\n.fw\n.output\ndist\n*.log*\n.env\n.env.*\n!.env.example\n.DS_Store\ncoverage\n/.cache/\n',
  ],
  ['README.md', '# Generated\n\nRun `npm run dev`.\n'],
  ['app.vue', '<template>\n  <FwLayout>\n    <FwPage />\n  </FwLayout>\n</template>\n'],
]);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder, count = '10000', scale = '1'] = process.argv;
  writeRepository(folder, Number(count), Number(scale));
}
