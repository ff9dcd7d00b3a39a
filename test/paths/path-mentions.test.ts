import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fwCatalogue } from '../../src/catalogue/index.ts';
import {
  createMentionFinder,
  type FoundMentions,
  longestUnderstood,
} from '../../src/paths/path-mentions/find.ts';
import { createSyntaxFinder } from '../../src/paths/path-mentions/syntaxes.ts';
import { createMoveMap } from '../../src/tree/moves.ts';
import { openSource } from '../../src/tree/syntax/source-text.ts';
import { createTree } from '../../src/tree/tree.ts';
import { createMovedTree } from '../../src/tree/tree-after.ts';
import { snapshotOf, treeOf } from '../repository/support/tree.ts';

const files = [
  'app.vue',
  'assets/css/main.css',
  'components/AppButton.vue',
  'pages/index.vue',
  'plugins/track.ts',
  'server/api/a.ts',
  'shop/pages/index.vue',
  'ui/components/Card.vue',
  'utils/format.ts',
];
const moving = ['app.vue', 'assets', 'components', 'pages', 'plugins', 'utils'];
const tree = createTree(snapshotOf(treeOf(Object.fromEntries(files.map((path) => [path, ''])))));
const moves = createMoveMap([
  ...moving.map((from) => ({ from, to: `app/${from}` })),
  { from: 'shop/pages', to: 'shop/app/pages' },
]);
const aliases = {
  before: new Map([
    ['~', ''],
    ['@', ''],
    ['~~', ''],
    ['@@', ''],
  ]),
  after: new Map([
    ['~', 'app'],
    ['@', 'app'],
    ['~~', ''],
    ['@@', ''],
  ]),
  guessed: new Set<string>(),
  newer: false,
};
const find = createMentionFinder(createMovedTree(tree, moves), ['', 'shop']);

const syntaxFor = createSyntaxFinder(fwCatalogue);
const syntaxOf = (path: string) =>
  syntaxFor(fwCatalogue.fileKind(path, path.startsWith('shop/') ? 'shop' : ''));

function found(path: string, text: string, edited?: string): FoundMentions {
  const syntax = syntaxOf(path);
  if (!syntax) return { edits: [], mentions: [], aliases: [] };
  const start = edited === undefined ? -1 : text.indexOf(edited);
  const handled = edited === undefined ? [] : [{ start, end: start + edited.length }];
  return find({ source: openSource(path, text), syntax, aliases, handled, refused: 'all' });
}

/** Each mention as `what it says → what is right now`. */
function mentions(path: string, text: string, edited?: string): string[] {
  return found(path, text, edited).mentions.map(
    ({ oldText, newText }) => `${oldText} → ${newText}`,
  );
}

function offsets(path: string, text: string): string[] {
  return found(path, text).mentions.map(({ start, oldText }) =>
    text.slice(start, start + oldText.length),
  );
}

describe('commands', () => {
  it.each([
    ['eslint pages', ['pages']],
    ['eslint --fix pages components', ['pages', 'components']],
    ['npx eslint pages', ['pages']],
    ['yarn eslint pages', ['pages']],
    ['pnpm exec prettier -w pages utils', ['utils']],
    ['npm run lint -- pages', ['pages']],
    ['NODE_ENV=test eslint pages', ['pages']],
    ['cd pages && ls', ['pages']],
    ['cp -r assets/css dist; rm utils/format.ts', ['assets/css', 'utils/format.ts']],
    ['eslint \'pages/**\' "components/*.vue"', ['pages/', 'components/']],
    ['tool --dir=pages --name=pages', ['pages']],
    ['tool --config=utils/format', ['utils/format']],
    ['git add pages', ['pages']],
    ['docker run -v ./pages:/app/pages pages', ['./pages']],
    ['node "$PWD/utils/format.ts"', ['utils/format.ts']],
    ['concurrently "eslint pages" "npm run pages"', ['pages']],
    ['eslint app.vue', ['app.vue']],
    ['eslint \\\n  pages', ['pages']],
  ])('%s', (command, said) => {
    expect(found('check.sh', command).mentions.map(({ oldText }) => oldText)).toEqual(said);
  });

  it.each([
    'pages',
    'npm run pages',
    'npm install pages',
    'yarn pages',
    'yarn workspace pages build',
    'pnpm --filter pages build',
    'echo pages',
    'echo "put it into pages"',
    'git checkout pages',
    'git commit -m "pages"',
    'make pages components',
    'nx run pages',
    'docker compose up pages',
    'npx wrangler pages deploy dist',
    'vitest --project utils',
    '# eslint pages',
    'ls # pages/index.vue',
    "ls # don't\n# it's pages/index.vue",
    'eslint server',
    'ls /pages /utils/format.ts',
    'ls ~/pages',
    'curl https://example.com/pages/index.vue',
    'eslint "**/pages/**" "*.vue" ./**/*.vue',
    'ls mypages pages.old pages-old',
  ])('nothing in: %s', (command) => {
    expect(mentions('check.sh', command)).toEqual([]);
  });
});

describe('paths', () => {
  it.each([
    ['docs/a.md', 'See `pages/index.vue`.', ['pages/index.vue → app/pages/index.vue']],
    ['docs/a.md', 'See (../pages/).', ['../pages/ → ../app/pages/']],
    ['docs/a.md', '[a](utils/format.ts#L3)', ['utils/format.ts → app/utils/format.ts']],
    ['a.json', '{ "buildCommand": "eslint pages" }', ['pages → app/pages']],
    ['docs/a.md', '**utils/format.ts**: it', ['utils/format.ts → app/utils/format.ts']],
    ['docs/a.md', 'At pages/index.vue:12:3', ['pages/index.vue → app/pages/index.vue']],
    ['docs/a.md', 'The plugin plugins/track', ['plugins/track → app/plugins/track']],
    ['docs/a.md', 'pages/{index,about}.vue', ['pages/ → app/pages/']],
    [
      'docs/a.md',
      'plugins\\track.ts and plugins/track.ts',
      ['plugins/track.ts → app/plugins/track.ts'],
    ],
    ['docs/a.md', '`~/server/api/a.ts`', ['~/server/api/a.ts → ~~/server/api/a.ts']],
    ['docs/a.md', '`@/server/api/a`', ['@/server/api/a → @@/server/api/a']],
    ['shop/a.md', 'pages/index.vue', ['pages/index.vue → app/pages/index.vue']],
    [
      'shop/a.md',
      'components/AppButton.vue',
      ['components/AppButton.vue → app/components/AppButton.vue'],
    ],
    ['pages/a.md', '../server/api/a.ts', ['../server/api/a.ts → ../../server/api/a.ts']],
    ['a.config.js', "export default { files: ['*/pages/*.vue'] }", ['shop/pages → shop/app/pages']],
    ['a.config.js', "export default process.cwd() + '/pages'", ['./pages → ./app/pages']],
  ])('%s: %s', (path, text, expected) => {
    expect(mentions(path, text)).toEqual(expected);
  });

  it.each([
    ['docs/a.md', 'pages, components and app.vue'],
    ['docs/a.md', 'pages/missing.vue, pages/../server, server/api/a.ts, ./, ../, /'],
    [
      'docs/a.md',
      'https://a.b/pages/index.vue, <a@pages.com>, @pages/index.vue, git@a.b:pages/index.vue',
    ],
    ['docs/a.md', '~/pages/index.vue, ~~/server/api/a.ts, ~/missing'],
    ['docs/a.md', '**/pages/**, */missing/*, ./**'],
    ['docs/a.md', '/app, /error, /plugins/track'],
    ['pages/a.md', './index.vue, ../components/AppButton.vue, index.vue'],
    ['ui/a.md', 'components/Card.vue'],
    ['CHANGELOG.md', 'pages/index.vue'],
    // A path from the folder of the file is a reference.
    ['a.config.js', `export default \`\${__dirname}/pages/index.vue\``],
    ['lib/a.ts', "'pages/index.vue'"],
    ['locales/a.json', '{ "a": "pages/index.vue" }'],
    ['app.config.ts', "export default { a: 'pages/index.vue' }"],
    ['fw.config.ts', "export default { a: 'pages/index.vue' }"],
    ['tsconfig.json', '{ "include": ["pages/index.vue"] }'],
  ])('nothing in %s: %s', (path, text) => {
    expect(mentions(path, text)).toEqual([]);
  });

  it('stand where the text has them', () => {
    const text =
      'jobs:\n  a:\n    paths: ["!pages/**", \'utils\']\n    run: npx eslint --dir=pages && ls ./assets\n';
    expect(offsets('.github/workflows/a.yml', text)).toEqual([
      'pages/',
      'utils',
      'pages',
      './assets',
    ]);
  });

  it('that the run changes are right afterwards', () => {
    const text = '{ "files": ["pages", "utils"] }';
    expect(mentions('package.json', text)).toEqual(['pages → app/pages', 'utils → app/utils']);
    expect(mentions('package.json', text, 'pages')).toEqual(['utils → app/utils']);
  });

  it('of another project count where the file names that', () => {
    expect(
      mentions('Makefile', 'a:\n\tcd shop && ls pages/index.vue missing/pages\n'),
    ).toHaveLength(1);
    const only = createMentionFinder(
      createMovedTree(tree, createMoveMap([{ from: 'shop/pages', to: 'shop/app/pages' }])),
      ['shop'],
    );
    const source = openSource('Makefile', 'a:\n\tls pages/index.vue\n');
    const syntax = syntaxOf(source.path);
    expect(
      syntax && only({ source, syntax, aliases, handled: [], refused: 'all' }).mentions,
    ).toEqual([]);
  });
});

describe('configs', () => {
  it.each([
    ['a whole text under a key for paths', "export default { dirs: ['pages', 'components'] }", 2],
    ['a variable for paths', "const folders = ['pages']", 1],
    ['a call that takes paths', "export default resolve('pages')", 1],
    ['a key that is a pattern', "export default { 'pages/*.vue': 'eslint' }", 1],
    ['a command', "export default { command: 'eslint pages && npm run utils' }", 1],
    ['an assignment', "config.content = ['./pages/**']", 1],
    [
      'a place that a pattern found elsewhere is put in',
      "export default { a: '<rootDir>/pages/$1' }",
      1,
    ],
    ['no name', "export default { name: 'pages', type: 'utils', list: ['components'] }", 0],
    ['no key', 'export default { pages: true, utils: { components: 1 } }', 0],
    ['no comment', "// dirs: ['pages/index.vue']\n/* 'utils/format.ts' */", 0],
    [
      'no import',
      "import a from './pages/index.vue'\nrequire('./utils/format')\nimport('./utils/format')",
      0,
    ],
    ['no address', "export default { baseURL: '/pages/', url: 'http://a.b/pages/index.vue' }", 0],
    [
      'a text in quotes where nothing can be parsed',
      "export default { dirs: ['pages', 'utils' ",
      2,
    ],
    [
      'every name, comment and import there',
      "import 'utils/a' // 'pages/'\nexport { name: 'pages', /* 'utils/a' */",
      4,
    ],
  ])('%s', (_, text, count) => {
    expect(mentions('tool.config.ts', text)).toHaveLength(count);
  });

  it.each([
    ['path: pages', 1],
    ['paths:\n- pages\n- utils/format.ts', 2],
    ['paths:\n  - pages', 1],
    ['run: |\n  eslint pages\n  npm run utils\nname: pages', 1],
    ['script:\n  - eslint pages', 1],
    ['volumes:\n  - ./pages:/app/pages', 1],
    ['on: { push: { paths: [pages, "utils"], branches: [components] } }', 2],
    ['"pages/**": yes', 1],
    ['path: |\n  pages\n  ~/.cache\n  server', 1],
    ['message: |\n  pages\n  pages/index.vue', 1],
    ['pages:\n  name: pages\n  needs: [pages, utils]', 0],
    ['path: server # pages/index.vue', 0],
    ['target: /pages', 0],
    ['image: a/pages:latest', 0],
    ['- run: npm run pages\n  name: utils', 0],
    ['steps:\n  - name: x\n    run: echo\n  - path: pages', 1],
  ])('YAML: %s', (text, count) => {
    expect(mentions('.circleci/config.yml', text)).toHaveLength(count);
  });
});

describe('what is made later', () => {
  it.each([
    ['.github/workflows/a.yml', 'path: assets/img/made', ['assets/img/made → app/assets/img/made']],
    ['.gitignore', '/assets/made', ['assets/made → app/assets/made']],
    ['.dockerignore', '!assets/made/*.map', ['assets/made/ → app/assets/made/']],
    ['check.sh', 'typegen -o utils/made', ['utils/made → app/utils/made']],
    ['check.sh', 'typegen --types=utils/made.ts', ['utils/made.ts → app/utils/made.ts']],
    [
      'a.config.js',
      "export default { other: ['./utils/made'] }",
      ['./utils/made → ./app/utils/made'],
    ],
    ['shop/a.yml', 'path: pages/made', ['pages/made → app/pages/made']],
    ['pages/a.yml', 'path: ../server/made', ['../server/made → ../../server/made']],
    ['docs/a.yml', 'path: ../utils/made', ['../utils/made → ../app/utils/made']],
  ])('%s: %s', (path, text, expected) => {
    expect(mentions(path, text)).toEqual(expected);
  });

  it.each([
    ['.github/workflows/a.yml', 'path: server/made'],
    ['.github/workflows/a.yml', 'path: missing/pages/made'],
    ['.github/workflows/a.yml', 'uses: utils/made@v1.2\nimage: pages/made:1.2\nname: pages/made'],
    ['ui/a.yml', 'path: components/made'],
    ['pages/a.yml', 'path: ../made'],
    ['check.sh', 'git push origin pages/made; docker pull pages/made; echo pages/made'],
    ['a.config.js', "export default { rules: { 'utils/made': ['pages/made'] } }"],
    ['docs/a.md', 'pages/made, `utils/made.ts`'],
    ['docs/a.md', '```sh\nls pages/made\n```'],
    ['.gitignore', 'made\n*.log\napp.vue/made'],
  ])('nothing in %s: %s', (path, text) => {
    expect(mentions(path, text)).toEqual([]);
  });
});

describe('variables of a container', () => {
  it.each([
    ['ENV FOO=utils/format.ts', ['utils/format.ts']],
    ['ENV A=1 B="pages/index.vue" C=\'utils/\'', ['pages/index.vue', 'utils/']],
    ['ENV FOO utils/format.ts', ['utils/format.ts']],
    ['ARG SOURCE_DIR=pages', ['pages']],
    ['ARG FOO=pages', []],
    ['ENV FOO', []],
    ['LABEL source=pages/index.vue NAME=pages', ['pages/index.vue']],
  ])('%s', (text, said) => {
    expect(offsets('Dockerfile', text)).toEqual(said);
  });
});

describe('commands in docs', () => {
  it.each([
    ['```sh\nnpx eslint pages components\n```', ['pages', 'components']],
    ['~~~~ bash title="a"\r\neslint pages\r\n~~~~\r\nls utils', ['pages']],
    ['1. a\n   ```shell\n   $ eslint \\\n     pages\n   ```', ['pages']],
    ['```console\n$ ls\nls pages\n% ls utils\n```', ['pages', 'utils']],
    ['```sh\nls pages/index.vue utils\n```', ['pages/index.vue', 'utils']],
    ['```sh\ncp --from=utils/format.ts x', ['utils/format.ts']],
    ['```sh\n```\nls utils', []],
    ['```js\nls utils\n```', []],
    ['```\nls utils\n```\nls pages', []],
    ['```sh\nnpm run pages # utils\n```', []],
  ])('%j', (text, said) => {
    expect(offsets('a.md', text)).toEqual(said);
  });
});

describe('long texts', () => {
  const seems = (path: string, text: string) =>
    found(path, text + ' '.repeat(longestUnderstood)).isTooLong === true;

  it.each([
    ['Dockerfile', 'COPY ./pages pages', true],
    ['a.json', '{"a":["utils/format.ts"]}', true],
    ['a.md', 'in `pages/index.vue`', true],
    ['a.json', '{"components":{"utils":"#components a"}}', false],
    ['a.yml', 'components:\n  path: index.vue', false],
    ['a.md', 'components and pages, mypages/made', false],
    ['CODEOWNERS', '/pages/ @a', true],
    ['Dockerfile', 'COPY server server', false],
  ])('%s: %s', (path, text, expected) => {
    expect(seems(path, text)).toBe(expected);
  });
});

describe('aliases of tools', () => {
  const aliasesIn = (text: string, path = 'vitest.config.ts', edited?: string) =>
    found(path, text, edited).aliases.map(({ name, source }) => `${name} → ${source}`);

  it.each([
    "alias: { '~': '/' }",
    "alias: { '~/': './' }",
    "alias: [{ find: '~', replacement: __dirname }]",
    "alias: [['~', './']]",
    "moduleNameMapper: { '^~/(.*)$': '<rootDir>/$1' }",
    "moduleNameMapper: { '^(?:~|@)/(.*)$': ['<rootDir>/$1'] }",
    "alias: { '~': fileURLToPath(new URL('.', import.meta.url)) }",
    "alias: { '~': root }",
  ])('%s', (text) => {
    expect(aliasesIn(`const root = process.cwd()\nexport default { ${text} }`)).toEqual([
      '~ → app',
    ]);
  });

  it.each([
    "alias: { '~~': './', '#a': './', '~a': './', '@org/a': './', '@org': './' }",
    "alias: { '~': './app', '@': resolve('app') }",
    "alias: { '~': true, '@': options.alias }",
    "alias: { '~': 'some-package' }",
    "rules: { '@/a': ['error', 'b'] }",
    "list: ['~', 'a', './']",
  ])('none in: %s', (text) => {
    expect(aliasesIn(`export default { ${text} }`)).toEqual([]);
  });

  it('that the run corrects need no word', () => {
    const text = "export default { alias: { '~': resolve(__dirname, 'src') } }";
    expect(aliasesIn(text)).toEqual(['~ → app']);
    expect(aliasesIn(text, 'vitest.config.ts', 'src')).toEqual([]);
  });

  it('are found in JSON', () => {
    expect(
      aliasesIn(
        '{ "jest": { "moduleNameMapper": { "^@/(.*)$": "<rootDir>/$1" } } }',
        'package.json',
      ),
    ).toEqual(['@ → app']);
  });
});

describe('random trees', () => {
  it('a list of all files is told of at the lines of those that move, read from wherever it lies', () => {
    const name = fc.constantFrom('pages', 'lib', 'a-b', 'Views', 'x1');
    const path = fc
      .array(name, { minLength: 1, maxLength: 3 })
      .map((parts) => `${parts.join('/')}/file.txt`);
    const spec = fc.record({
      paths: fc.uniqueArray(path, { minLength: 1, maxLength: 12 }),
      moving: fc.uniqueArray(name, { maxLength: 3 }),
      list: fc.constantFrom('README.md', 'docs/list.md', 'check.sh', '.github/a.yml'),
    });
    fc.assert(
      fc.property(spec, ({ paths, moving: folders, list }) => {
        const own = createTree(
          snapshotOf(treeOf(Object.fromEntries(paths.map((one) => [one, ''])))),
        );
        const moving = folders.map((from) => ({ from, to: `app/${from}` }));
        const world = createMovedTree(own, createMoveMap(moving));
        const lead = list.endsWith('.yml') ? '- ' : list.endsWith('.sh') ? 'cat ' : '';
        const text = paths.map((one) => `${lead}${one}`).join('\n');
        const syntax = syntaxOf(list);
        if (!syntax) throw new Error(list);
        const told = createMentionFinder(world, [''])({
          source: openSource(list, text),
          syntax,
          aliases,
          handled: [],
          refused: 'all',
        });
        const expected = paths.filter((one) =>
          folders.some((folder) => one.startsWith(`${folder}/`)),
        );
        expect(told.mentions.map(({ oldText, newText }) => [oldText, newText])).toEqual(
          expected.map((one) => [one, `app/${one}`]),
        );
      }),
    );
  });
});

describe('random texts', () => {
  const yes = [
    'pages/index.vue',
    './components/',
    'utils/format.ts',
    'assets/css',
    '`pages/`',
    '(pages/index.vue)',
  ];
  const no = [
    'pages',
    'server/api',
    'https://a.b/pages/',
    '**/pages/**',
    'my/pages/',
    '-',
    '"',
    "'",
    '@pages/a',
    '[x](',
    '`',
  ];

  it('documentation tells of a line just where a path stands in it', () => {
    const line = fc.array(fc.constantFrom(...yes, ...no), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const text = lines.map((words) => words.join(' ')).join(end);
        const told = new Set(
          found('a.md', text).mentions.map(
            ({ start }) => text.slice(0, start).split('\n').length - 1,
          ),
        );
        const expected = lines.flatMap((words, at) =>
          words.some((word) => yes.includes(word)) ? [at] : [],
        );
        expect([...told].sort((a, b) => a - b)).toEqual(expected);
      }),
    );
  });

  it('a command may start with an escaped blank', () => {
    expect(mentions('a.sh', 'a | \\ b/My\\ App pages/index.vue')).toEqual([
      'pages/index.vue → app/pages/index.vue',
    ]);
  });

  it('no text is too large or too deep to be read', () => {
    const many = 50_000;
    const large = [`# a\n`, `a/b `, `'`, `"a`, `[a,`, `- a\n`, `{"a":`, `a.`].map(
      (one) => `pages ${one.repeat(5000)}`,
    );
    for (const name of [
      'a.md',
      'Dockerfile',
      'CODEOWNERS',
      'a.sh',
      'Makefile',
      'a.yml',
      'a.toml',
      'Jenkinsfile',
    ])
      for (const text of large) expect(mentions(name, text)).toEqual([]);
    expect(
      mentions('a.json', `${'{"pages/index.vue":'.repeat(3000)}1${'}'.repeat(3000)}`).length,
    ).toBeLessThan(3001);
    expect(mentions('a.yml', `paths: [${'a, '.repeat(20_000)}pages]`)).toEqual([
      'pages → app/pages',
    ]);
    for (const one of ['a', '/*', '//', `'`, `"a`, '`\\', 'a:', '{'])
      expect(mentions('a.config.ts', `pages ) ${one.repeat(many)}`)).toEqual(['pages → app/pages']);
  });

  it('no text is too odd to be read', () => {
    const names = [
      'a.md',
      'Dockerfile',
      '.dockerignore',
      'CODEOWNERS',
      'a.sh',
      'Makefile',
      'Procfile',
      'a.yml',
    ];
    const path = fc.constantFrom(
      ...names,
      'a.toml',
      'Jenkinsfile',
      'a.config.ts',
      'package.json',
      '.eslintrc',
    );
    const piece = fc.oneof(
      fc.constantFrom(
        ...yes,
        ...no,
        '\n',
        '\t',
        ': ',
        '- ',
        '{',
        '}',
        '[',
        ']',
        ',',
        '=',
        '|',
        '&&',
        '#',
        '$1',
        '\\',
        '\n```sh\n',
        '$ ls ',
        '/*',
        'ENV A=',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(path, fc.array(piece, { maxLength: 30 }), (name, pieces) => {
        const text = `pages ${pieces.join('')}`;
        for (const { start, oldText } of found(name, text).mentions) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(start).toBeLessThan(text.length);
          expect(oldText).not.toBe('');
        }
      }),
    );
  });
});
