import { tables } from '../src/catalogue/index.ts';

/** Words that mean something to the tool or to a parser. */

/** Options by their path, in the order of the reference. */
export const optionPaths = tables.flatMap((table) => Object.keys(table));

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** The names that keys of a config have. */
export const keys = [
  ...new Set(optionPaths.flatMap((path) => path.replaceAll('[]', '').split('.'))),
  ...words('__proto__ constructor $development $production $test $env head buildModules'),
];

export const folders = words(`
  app src pages components composables utils layouts middleware plugins assets server server/api public modules
  shared layers/base tests stores app/pages app/app src/app src/pages src/server src/public app/components
  node_modules/x vendor static client lib/ui docs .fw packages/x apps/web
`);

export const fileNames = [
  ...words(`
    index.ts index.vue x.ts x.vue x.js x.d.ts x.json x.css x.scss _x.scss x app.vue error.vue app.config.ts
    router.options.ts spa-loading-template.html tsconfig.json package.json fw.config.ts fw.config.js fw.config.mjs
    .gitignore Dockerfile README.md .env größe.ts it's.vue [...slug].vue 日本.ts X.ts utils.ts pages.ts
    components.vue logo.png tsconfig.app.json vitest.config.ts ci.yml app -x a&b.png
  `),
  'use thing.ts',
];

/** Beginnings of paths in texts. */
export const pathParts = words(String.raw`
  ./ ../ ../../ ~/ @/ ~~/ @@/ #server/ #shared/ assets/ public/ / ~ . // .\ ..\ file:///
  https://x.y/ C:\ ../../../../../../../../etc/ .// /./ /../
`);

/** Pieces of text that parsers treat in their own way. */
export const pieces = [
  ...words(String.raw`
    ' " ${'`'} ${'`x`'} ${'`\u0024{a}`'} ${'\u0024{'} } { ( ) [ ] , ; : ... => = ? !
    /* */ // <!-- --> <script> </script> <template> </template> <style> \ \u0061 \x61 &amp; &#47; %2F % # * **/*
    import( require( import.meta.glob( new.target url( __proto__ constructor undefined null true false 0 -1 1e999
    NaN [] {} defineFwConfig(
  `),
  ...[
    '/* x */',
    '// x\n',
    '<style lang="scss">',
    ', import.meta.url)',
    'new URL(',
    '@import "',
    '@use "',
    '\\\n',
  ],
  ...[
    'import x from ',
    'export * from ',
    'export default ',
    'module.exports = ',
    ' as const',
    ' satisfies X',
  ],
  ...[
    'await ',
    'async ',
    'const ',
    '() => {}',
    '\r\n',
    '\r',
    '\t',
    '\0',
    '\u2028',
    '\u2029',
    '\ufeff',
    '\u00a0',
  ],
  ...['\u202e', '\ud800', '😀', '\u0301', '\x1b[31m'],
];

export const ignoreLines = [
  ...words(String.raw`
    app app/ /app/ pages /pages *.vue * !app !* utils/ **/x src /src/* components/** fw.config.* public \ [ # / !/
    package.json
  `),
  ' ',
];
