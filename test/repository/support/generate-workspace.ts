import fc from 'fast-check';
import { at, below, folderOf, within } from './resolver.ts';
import {
  aliasesAt,
  type Files,
  ownerOf,
  type ReferenceKind,
  reachedFile,
  readWorkspace,
} from './workspace-reading.ts';

/** Random workspaces of several projects, and which file each reference in them means. */
export interface GeneratedWorkspace {
  readonly files: Files;
  readonly references: readonly WorkspaceReference[];
  /** The projects that are to be left as they are, and those that cannot be migrated. */
  readonly left: readonly string[];
  readonly broken: readonly string[];
}

export interface WorkspaceReference {
  readonly file: string;
  readonly line: number;
  readonly kind: ReferenceKind;
  /** The mark of the file that it means. */
  readonly target: string;
}

const number = fc.nat({ max: 9999 });
const places = ['', 'apps/web', 'apps/admin', 'packages/ui', 'packages/theme', 'layers/base'];
const nested = ['apps/web/layers/base', 'apps/web/layers/extra'];
const sources = [
  'components/C.vue',
  'components/kit/K.vue',
  'composables/use.ts',
  'assets/main.css',
];
const others = ['assets/logo.png', 'stores/store.ts', 'shared/type.ts', 'server/api.ts'];
const sourceOf = { root: '', src: 'src', flag: 'app', 'flag at root': '', range: 'app' };

const projectSpec = fc.record({
  kind: fc.constantFrom('root', 'src', 'flag', 'flag at root', 'range'),
  fate: fc.oneof(
    { weight: 3, arbitrary: fc.constant('migrate') },
    fc.constantFrom('leave', 'unreadable', 'collides'),
  ),
  isPackage: fc.boolean(),
  extends: fc.array(fc.record({ layer: number, byName: fc.boolean() }), { maxLength: 2 }),
  aliases: fc.array(
    fc.record({
      name: fc.constantFrom('#kit', '@kit', '$lib', '#theme'),
      option: fc.constantFrom('alias', 'alias', 'object', 'list', 'paths'),
      place: number,
      text: number,
    }),
    { maxLength: 3 },
  ),
  files: fc.subarray([...sources, ...others]),
});
type ProjectSpec = typeof projectSpec extends fc.Arbitrary<infer Spec> ? Spec : never;

export const workspaceSpecs = fc.record({
  projects: fc.uniqueArray(fc.tuple(fc.constantFrom(...places, ...nested), projectSpec), {
    minLength: 2,
    maxLength: 5,
    selector: ([place]) => place,
  }),
  references: fc.array(fc.record({ from: number, to: number, text: number, look: number }), {
    maxLength: 25,
    size: 'max',
  }),
});
type WorkspaceSpec = typeof workspaceSpecs extends fc.Arbitrary<infer Spec> ? Spec : never;

function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % list.length];
}

function dotted(path: string): string {
  return path.startsWith('.') ? path : `./${path}`;
}

/** The paths of a project's files; the mark makes their names unique, and one of their folders. */
function filesOf(root: string, { kind, fate, files }: ProjectSpec, mark: number): string[] {
  const own = ['pages/index.vue', ...files].map((path) => {
    const isAtRoot = path.startsWith('shared') || (path.startsWith('server') && kind !== 'src');
    const named = path.replace('kit/', `kit${mark}/`).replace(/(?=\.\w+$)/, String(mark));
    return at(at(root, isAtRoot ? '' : sourceOf[kind]), named);
  });
  return fate === 'collides' ? [...new Set([...own, at(root, `app/pages/index${mark}.vue`)])] : own;
}

/** The ways to write the place of an alias; a layer's `~` is only clear where no other project has the folder. */
function aliasTexts(root: string, { kind }: ProjectSpec, place: string): string[] {
  const path = dotted(below(root, place));
  const source = at(root, sourceOf[kind]);
  const isOwn = within(place, source) && /kit\d/.test(place);
  return [
    `fileURLToPath(new URL('${path}', import.meta.url))`,
    `resolve(__dirname, '${path}')`,
    `createResolver(import.meta.url).resolve('${path}')`,
    `'~~/${below(root, place)}'`,
    ...(isOwn ? [`'~/${below(source, place)}'`, `'@/${below(source, place)}'`, `'${path}'`] : []),
  ];
}

const imports = `import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createResolver } from '@fw/kit'
`;

/** The config of a project, its package.json and its tsconfig. */
function configFiles(
  root: string,
  spec: ProjectSpec,
  folders: readonly string[],
  layers: readonly string[],
) {
  const { kind, fate, aliases, isPackage } = spec;
  const entries = aliases.map(({ name, option, place, text }) => {
    const target = pick([root, at(root, sourceOf[kind]), ...folders], place) ?? root;
    const texts = aliasTexts(root, spec, target);
    return {
      name,
      option,
      target,
      text: pick(option === 'alias' ? texts : texts.slice(0, 3), text),
    };
  });
  const of = (option: string) => entries.filter((entry) => entry.option === option);
  const pairs = (option: string) => of(option).map(({ name, text }) => `'${name}': ${text}`);
  const list = of('list').map(({ name, text }) => `{ find: '${name}', replacement: ${text} }`);
  const bundler = list.length > 0 ? `[${list.join(', ')}]` : `{ ${pairs('object').join(', ')} }`;
  const lines = [
    kind === 'src' ? "srcDir: 'src'," : '',
    kind.startsWith('flag') ? 'future: { compatibilityVersion: 4 },' : '',
    `extends: ${JSON.stringify(layers)},`,
    ...['alias: {', ...pairs('alias').map((pair) => `${pair},`), '},'],
    `bundler1: { resolve: { alias: ${bundler} } },`,
    fate === 'unreadable' ? 'oops: [' : '',
  ];
  const paths = Object.fromEntries(
    of('paths').map(({ target }) => ['#ts/*', [`${dotted(below(root, target))}/*`]]),
  );
  const dependencies = { fw: kind === 'range' ? '^4.0.0' : '^3.0.0' };
  const isNeeded =
    isPackage || kind === 'range' || fate !== 'migrate' || !/(?:^|\/)layers\//.test(root);
  return [
    ['fw.config.ts', `${imports}\nexport default defineFwConfig({\n${lines.join('\n')}\n})\n`],
    ...(isNeeded
      ? [['package.json', JSON.stringify({ name: packageName(root), dependencies })]]
      : []),
    ...(of('paths').length > 0
      ? [['tsconfig.json', JSON.stringify({ compilerOptions: { paths } })]]
      : []),
  ] as [string, string][];
}

function packageName(root: string): string {
  return `@acme/${root.replaceAll('/', '-') || 'top'}`;
}

export function generateWorkspace({ projects, references }: WorkspaceSpec): GeneratedWorkspace {
  const paths = projects.flatMap(([root, spec], index) => filesOf(root, spec, index));
  const folders = [...new Set(paths.map(folderOf))];
  const files = new Map([
    ['package.json', JSON.stringify({ name: packageName(''), private: true })],
  ]);
  for (const [index, [root, spec]] of projects.entries()) {
    // Only earlier ones, so that none extends itself.
    const layers = spec.extends.flatMap(({ layer, byName }) => {
      const place = pick(projects.slice(0, index), layer)?.[0];
      return place === undefined ? [] : [byName ? packageName(place) : dotted(below(root, place))];
    });
    for (const [name, text] of configFiles(root, spec, folders, layers))
      files.set(at(root, name), text);
  }
  const marks = new Map(paths.map((path, index) => [path, `f${index}`]));
  const rootsWith = (...fates: string[]) =>
    projects.flatMap(([root, { fate }]) => (fates.includes(fate) ? [root] : []));
  return {
    ...withReferences(files, marks, references),
    left: rootsWith('leave'),
    broken: rootsWith('unreadable', 'collides'),
  };
}

type Line = readonly [kind: ReferenceKind, before: string, after: string];

/** How a file refers to another; undefined if it cannot. */
function lineFor(from: string, target: string, look: number): Line | undefined {
  const script: Line = ['module', "import '", "'"];
  const style: Line = target.endsWith('.css')
    ? ['style', '@import "', '";']
    : ['style', '.a { background: url("', '") }'];
  const isStyled = /\.(?:css|png)$/.test(target);
  if (from.endsWith('.css')) return isStyled ? style : undefined;
  if (!from.endsWith('.vue')) return from.endsWith('.ts') ? script : undefined;
  if (target.endsWith('.png') && look % 2 === 0) return ['asset', '<img src="', '">'];
  return isStyled && look % 3 > 0 ? style : script;
}

/** The texts that reach a file from another: relative, and through each alias that leads there. */
function textsTo(
  table: ReadonlyMap<string, string>,
  from: string,
  target: string,
  kind: ReferenceKind,
): string[] {
  const isRead = (name: string) =>
    kind === 'module' || /^[~@]/.test(name) || (kind === 'style' && name.startsWith('#'));
  const texts = [...table].flatMap(([name, place]) =>
    isRead(name) && (within(target, place) || /^(?:~~|@@)$/.test(name))
      ? [`${name}/${below(place, target)}`]
      : [],
  );
  return [
    dotted(below(folderOf(from), target)),
    ...texts,
    ...texts.filter((text) => /^[#$]|^@kit/.test(text)),
  ];
}

function withReferences(
  configs: Files,
  marks: Files,
  specs: WorkspaceSpec['references'],
): Pick<GeneratedWorkspace, 'files' | 'references'> {
  const workspace = readWorkspace(new Map([...configs, ...marks]));
  const paths = [...marks.keys()];
  const found = specs.flatMap(({ from: one, to, text, look }) => {
    const [from = '', target = ''] = [pick(paths, one), pick(paths, to)];
    const [kind = 'module', before, after] = (from !== target && lineFor(from, target, look)) || [];
    const isReadable = ownerOf(workspace.projects, from)?.isReadable;
    const texts = textsTo(aliasesAt(workspace, from), from, target, kind).filter(
      (one) =>
        (isReadable || one.startsWith('.')) && reachedFile(workspace, kind, from, one) === target,
    );
    return before === undefined
      ? []
      : [{ from, target, kind, line: `${before}${pick(texts, text)}${after}` }];
  });
  const files = new Map(configs);
  const references: WorkspaceReference[] = [];
  for (const [file, mark] of marks) {
    const isView = file.endsWith('.vue');
    const lines = [isView ? `<!-- ${mark} -->` : `/* ${mark} */`];
    for (const [kind, tag] of [
      ['module', 'script'],
      ['asset', 'template'],
      ['style', 'style'],
    ] as const) {
      // `@import` has to come first.
      const own = found
        .filter((one) => one.from === file && one.kind === kind)
        .toSorted((a, b) => (a.line < b.line ? 1 : -1));
      if (isView) lines.push(`<${tag}>`);
      for (const { target, line } of own)
        references.push({ file, kind, line: lines.push(line), target: marks.get(target) ?? '' });
      if (isView) lines.push(`</${tag}>`);
    }
    files.set(file, `${lines.join('\n')}\n`);
  }
  return { files, references };
}
