import nuxt from '../../../editions/nuxt.json' with { type: 'json' };
import type { Edition } from '../../../src/catalogue/edition.ts';
import type { Tree } from '../../repository/support/tree.ts';

/** An edition with names of its own, and a rename of texts to them that knows nothing of how the engine does it. */
export interface Renaming {
  readonly edition: Edition;
  rename(text: string): string;
}

/** Words of the default edition, each with the one that takes its place. */
type Words = { readonly [word: string]: string };

/**
 * What is not renamed, because it is no name of the framework: the tool's own name, codes of follow-ups, which
 * baselines know, ids of transforms in JSON and HTML, and what the tool calls the source directory in values.
 */
const kept = [
  'fw-migrate|fwMigrateFollowUp',
  'bundler1-path',
  'transformer2-(?:conflict|moved)',
  'removed-experimental',
  '"transform": "[^"]*"',
  '"by": \\[[^\\]]*\\]',
  'Changed by [^<]*',
  '(?:<|&lt;)(?:srcDir|buildDir|analyzeDir)(?:>|&gt;)',
];

const oldNames = new RegExp(
  [
    '(?<![a-z])fw(?![a-z])|Fw|FW_|Variant\\s+[AB]\\b|#app\\b|#imports\\b|#build\\b|use(?:Lazy)?(?:Fetch|AsyncData)',
    'bundler[123]|transformer[12]|serverEngine|cssProcessor|\\b(?:ui|srcDir|serverDir|buildDir)\\b',
    '\\b(?:spaLoadingTemplate|compatibilityVersion)\\b',
  ].join('|'),
  'g',
);

/**
 * Names as long as those of the default edition, which sort like them: columns, wrapped lines, tables and lists of a
 * report stay where they are, so that all of it can be compared byte by byte.
 */
export const sameLength = renaming(
  {
    names: {
      package: 'fx',
      variants: { b: 'Release 8', a: 'Release 9' },
      virtual: { app: '#arc', imports: '#inlands', build: '#bench' },
      dataFunctions: ['useAsyncSeed', 'useLazyAsyncSeed', 'useGrasp', 'useLazyGrasp'],
      keys: {
        bundler1: 'brewing1',
        bundler2: 'brewing2',
        bundler3: 'brewing3',
        transformer1: 'transcriber1',
        transformer2: 'transcriber2',
        serverEngine: 'serviceMotor',
        cssProcessor: 'cssDistiller',
        ui: 'ux',
        'ui-router': 'ux-walker',
        spaLoadingTemplate: 'spaWaitingTemplate',
        compatibilityVersion: 'compatibilityEdition',
        srcDir: 'srcBox',
        serverDir: 'serverBox',
        buildDir: 'buildBox',
      },
    },
  },
  {
    fw: 'fx',
    Fw: 'Fx',
    FW: 'FX',
    // A slip that a fixture has, which must stay one.
    scrDir: 'scrBox',
    'Variant B → A': 'Release 8 → 9',
    'B → A': '8 → 9',
    'B, also valid in A': '8, also valid in 9',
    'also valid in A': 'also valid in 9',
  },
);

/** Names of other lengths, which sort otherwise, and each given by itself instead of made from the package's. */
export const otherLengths = renaming(
  {
    names: {
      framework: 'Quillwork',
      package: 'quill',
      scope: '@quillwork',
      configFile: 'a-quill.settings',
      configHelper: 'defineQuills',
      kitModules: ['quill/kit', '@quillwork/kit'],
      buildDir: '.quilled',
      variants: { b: 'Old Quillwork', a: 'New Quillwork' },
      virtual: { app: '#quill-app', imports: '#auto', build: '#made' },
      dataFunctions: ['useAwaited', 'useLazyAwaited', 'usePull', 'useLazyPull'],
      keys: {
        bundler1: 'vortex',
        bundler2: 'parcelizer',
        bundler3: 'zip',
        transformer1: 'aa',
        transformer2: 'zzTransform',
        serverEngine: 'engine',
        cssProcessor: 'styleProcessorOptions',
        ui: 'viewLibrary',
        'ui-router': 'view-routes',
        spaLoadingTemplate: 'waiting',
        compatibilityVersion: 'rulesOf',
        srcDir: 'sourceFolder',
        serverDir: 'backend',
        buildDir: 'generatedFolder',
        experimental: 'laboratoryTests',
        compileTemplate: 'templatesLikeLodash',
        relativeWatchPaths: 'shortPaths',
        resetAsyncDataToUndefined: 'dataIsUndefinedAfterwards',
        headManager: 'headTags',
        omitLineBreaks: 'inOneLine',
        serverHandlers: 'endpoints',
        devServerHandlers: 'developmentEndpoints',
        analyzeDir: 'analysis',
        modulesDir: 'packageFolders',
        tsConfig: 'compilerSettings',
        prerender: 'madeAhead',
        future: 'later',
      },
    },
  },
  {
    fw: 'quill',
    Fw: 'Quill',
    scrDir: 'sourceFloder',
    '@fw': '@quillwork',
    'fw.config': 'a-quill.settings',
    defineFwConfig: 'defineQuills',
    '.fw': '.quilled',
    FW_: 'QW_',
    'Variant B → A': 'Old Quillwork → New Quillwork',
    'B → A': 'Old Quillwork → New Quillwork',
    'B, also valid in A': 'Old Quillwork, also valid in New Quillwork',
    'also valid in A': 'also valid in New Quillwork',
  },
);

/** The names of the built-in edition for Nuxt, without what it says about options and folders. */
export const namesOfNuxt = renaming(
  {
    names: {
      ...nuxt.names,
      virtual: { app: '#app', imports: '#imports', build: '#build' },
      dataFunctions: ['useAsyncData', 'useLazyAsyncData', 'useFetch', 'useLazyFetch'],
    },
    // With these names, what modules read is close to an option.
    options: { site: { types: ['object'] } },
  },
  {
    fw: 'nuxt',
    Fw: 'Nuxt',
    '@fw': '@nuxt',
    'fw.config': 'nuxt.config',
    defineFwConfig: 'defineNuxtConfig',
    '.fw': '.nuxt',
    FW_: 'NUXT_',
    'Variant B → A': 'Nuxt 3 → 4',
    'B → A': '3 → 4',
    'B, also valid in A': '3, also valid in 4',
    'also valid in A': 'also valid in 4',
  },
);

/** Words of the keys, the variants, what is virtual and the functions for data are those of the edition. */
function renaming(edition: Edition, own: Words): Renaming {
  const { keys = {}, variants = {}, virtual = {}, dataFunctions = [] } = edition.names ?? {};
  const [useAsyncData = '', useLazyAsyncData = '', useFetch = '', useLazyFetch = ''] =
    dataFunctions;
  const { app = '', imports = '', build = '' } = virtual;
  const rename = renamer({
    ...keys,
    ...{ 'Variant A': variants.a ?? '', 'Variant B': variants.b ?? '' },
    ...{ '#app': app, '#imports': imports, '#build': build },
    ...{ useAsyncData, useLazyAsyncData, useFetch, useLazyFetch },
    '.fwignore': `.${own.fw}ignore`,
    ...own,
  });
  return { edition, rename };
}

/** A plain rename, word by word, the longest first. A report may break the line inside of a name. */
function renamer(words: Words): Renaming['rename'] {
  const longestFirst = Object.keys(words).toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp([...kept, ...longestFirst.map(patternOf)].join('|'), 'g');
  const nameFor = (found: string) => {
    const spaces = found.match(/\s+/g) ?? [];
    return words[found.replace(/\s+/g, ' ')]?.replaceAll(' ', () => spaces.shift() ?? ' ') ?? found;
  };
  return (text) => text.replace(pattern, nameFor);
}

/** Words have a start and an end, but the framework's may also be a part of one: `defineFwConfig`, `fwLink`. */
function patternOf(word: string): string {
  if (word === 'Fw') return 'Fw(?![a-z])';
  if (word === 'fw') return '(?<![A-Za-z0-9])fw(?![a-z0-9])';
  const text = word.replaceAll('.', '\\.').replaceAll(' ', '\\s+');
  return `(?<![A-Za-z0-9])${text}${word.endsWith('_') ? '' : '(?![A-Za-z0-9])'}`;
}

/** What is left of the names of the default edition in a text, wherever it stands. */
export function oldNamesIn(text: string): string[] {
  const isKept = new RegExp(kept.join('|'), 'g');
  return text.replace(isKept, '').match(oldNames) ?? [];
}

/** The same without names that an edition has as well. */
export function renamedNamesIn(text: string, { rename }: Renaming): string[] {
  return oldNamesIn(text).filter((name) => rename(name) !== name);
}

/** A tree with the names of an edition in its paths, files and links; bytes that are not text stay as they are. */
export function renamedTree(tree: Tree, { rename }: Renaming): Tree {
  const renamedBytes = (bytes: Buffer) => Buffer.from(rename(bytes.toString('latin1')), 'latin1');
  return new Map(
    [...tree].map(([path, content]) => [
      rename(path),
      'link' in content ? { link: rename(content.link) } : renamedBytes(content),
    ]),
  );
}

/** A value of JSON with the names of an edition in all its texts. */
export function renamedJson<Value>(value: Value, { rename }: Renaming): Value {
  return JSON.parse(rename(JSON.stringify(value)));
}

/** A report without what the length and the order of names decide: columns, shares, ids, and the order of lists. */
export function withoutLengths(report: string): unknown {
  const numbers = /(?<=:\d+:|"column": )\d+/g;
  const text = report.replace(numbers, '0').replace(/"id": "[0-9a-f]{12}",/g, '');
  return JSON.parse(text, (_, value) => (Array.isArray(value) ? value.toSorted(byText) : value));
}

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}
