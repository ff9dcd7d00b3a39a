import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { styleReferences } from '../../../src/project/references/styles.ts';
import type { StyleSyntax } from '../../../src/project/syntax/file-kind.ts';
import { roundsOf } from '../../support/sample.ts';
import { writtenAnew } from '../../support/written-references.ts';

const ALL: readonly StyleSyntax[] = ['css', 'scss', 'sass', 'less'];
const COMPUTING: readonly StyleSyntax[] = ['scss', 'sass', 'less'];

function found(text: string, syntax: StyleSyntax) {
  return styleReferences(text, syntax).map(({ specifier, open, start, end }) => ({
    specifier,
    open,
    text: text.slice(start, end),
  }));
}

/** References that are written as they are read. */
function plain(...specifiers: string[]) {
  return specifiers.map((specifier) => ({ specifier, open: false, text: specifier }));
}

function expectIn(syntaxes: readonly StyleSyntax[], text: string, expected: ReturnType<typeof found>) {
  for (const syntax of syntaxes) expect(found(text, syntax), `${syntax}: ${text}`).toEqual(expected);
}

function specifiers(text: string, syntax: StyleSyntax): string[] {
  return styleReferences(text, syntax).map(({ specifier }) => specifier);
}

describe('imports', () => {
  it.each([
    ['@import "./a.css";', ['./a.css']],
    ["@import './a.css'", ['./a.css']],
    ['@import url(./a.css);', ['./a.css']],
    ['@import url( "./a.css" ) screen;', ['./a.css']],
    [
      '@import url("a.css") layer(base) supports(not (display: "grid")) screen and (min-width: 1px);',
      ['a.css'],
    ],
    ['@IMPORT URL(a.css);', ['a.css']],
    ['@import"a.css";@import"b.css";', ['a.css', 'b.css']],
    ['@import /* "no" */ "a.css";', ['a.css']],
    [
      '@import "~/a.css"; @import "@/b.css"; @import "#shared/c.css"',
      ['~/a.css', '@/b.css', '#shared/c.css'],
    ],
    ['@media print { @import "a" }', ['a']],
  ])('are found in every syntax: %s', (text, expected) => expectIn(ALL, text, plain(...expected)));

  it('are lists in the syntaxes that have lists', () => {
    const text = `@import "a", 'b' screen, url(c.css), "d";`;
    expectIn(COMPUTING, text, plain('a', 'b', 'c.css', 'd'));
    expectIn(['css'], text, plain('a', 'c.css'));
  });

  it('go on over lines and comments between the parts of a list', () => {
    expectIn(COMPUTING, '@import "a", // one "x"\n  "b", /* "y" */\n  "c"', plain('a', 'b', 'c'));
  });

  it('have options in Less', () => {
    expectIn(
      ['less'],
      '@import (reference, css) "x.less"; @import (css) url(y.css);',
      plain('x.less', 'y.css'),
    );
    expectIn(['less'], '@import (reference) "@{theme}/x"; @import "a/@{theme}/x";', [
      { specifier: 'a/', open: true, text: 'a/' },
    ]);
  });

  it('need no quotes in the indented syntax alone', () => {
    const text = '@import foo, ../bar/baz , "c"\n@import @/d // note, "no"\n.a\n  @import e\n';
    expectIn(['sass'], text, plain('foo', '../bar/baz', 'c', '@/d', 'e'));
    expectIn(['scss', 'less', 'css'], '@import foo, bar;', []);
  });

  it('without quotes end with their line, and are no calls, variables or queries', () => {
    expectIn(['sass'], '@import foo\n.a\n  b: c', plain('foo'));
    expectIn(['sass'], '@import $foo\n@import foo("x")\n@import foo screen\n@import #{$x}/y\n@import', []);
    expectIn(['sass'], '@import foo,\n  bar\n@import url(x), baz', plain('foo', 'bar', 'x', 'baz'));
  });

  it('are found behind a statement that lacks its end', () => {
    expectIn(ALL, '@import "a"\n@import "b"\n', plain('a', 'b'));
    expectIn(ALL, 'a: b(c\n@import "b";\n', plain('b'));
  });
});

describe('modules and tools', () => {
  it('finds only the first string of @use and @forward', () => {
    const text = '@use "x" as y with ($a: "not/a/path", $b: ("k": "v"));\n@forward \'z\' show y, "no";';
    expectIn(['scss', 'sass'], text, plain('x', 'z'));
    expectIn(['css', 'less'], text, []);
  });

  it('finds load-css under any name', () => {
    const text =
      '@include meta.load-css("a", $with: ("b": "c"));\n@include load-css($url: \'d\');\n@include m.load-css("e");';
    expectIn(['scss', 'sass'], text, plain('a', 'd', 'e'));
    expectIn(['css', 'less'], text, []);
  });

  it('finds one string where there can be only one', () => {
    expectIn(['scss', 'sass'], '@include load-css("a" "b");', plain('a'));
    expectIn(ALL, '@source "a" not "b"; @import "c" "d"; a { b: url("e" "f") }', plain('a', 'c', 'e'));
  });

  it('leaves the modules of Sass and of packages', () => {
    expectIn(['scss', 'sass'], '@use "sass:math";\n@use "pkg:foo";\n@forward "sass:map";', []);
  });

  it('finds the rules of Tailwind', () => {
    const text =
      '@plugin "./p.js"; @config \'../t.config.js\'; @reference "~/a.css"; @source "../**/*.{vue,ts}"; @source not "./x";';
    expectIn(ALL, text, plain('./p.js', '../t.config.js', '~/a.css', '../**/*.{vue,ts}', './x'));
    expectIn(ALL, '@import "tailwindcss" source("../src");', plain('tailwindcss', '../src'));
    expectIn(ALL, '@tailwind utilities source("../src"); @source inline("./a"); @source not inline("./b");', [
      ...plain('../src'),
    ]);
  });

  it('finds the options of a Less plugin, but no variables with the names of rules', () => {
    expectIn(['less'], '@plugin (optional) "x";', plain('x'));
    expectIn(['less'], '@plugin: "x"; @config: "y"; @source : "z"; @import-path: "w"; a: @use "v";', []);
  });

  it('finds the files of CSS modules', () => {
    expectIn(ALL, ".a { composes: b c from './x.css'; }", plain('./x.css'));
    expectIn(
      ALL,
      '.a { color: red; composes: b from "./x.css", c from "./y.css" }',
      plain('./x.css', './y.css'),
    );
    expectIn(
      ALL,
      '@value a, b as c from \'./x.css\'; @value (d, e) from "./y.css";',
      plain('./x.css', './y.css'),
    );
    expectIn(ALL, ':import("./x.css") { a: b; }', plain('./x.css'));
  });

  it('finds no files in what looks like CSS modules', () => {
    expectIn(ALL, '@value a: "./x.css"; @value from: "./y";', []);
    expectIn(ALL, '.a { composes: b from global; composed: b from "./x" } a:import("./x") {}', []);
    expectIn(ALL, ':hover import("./x") {}', []);
    expectIn(ALL, '.a { content: from "./x"; composes: b .from "./y"; }', []);
  });
});

describe('urls', () => {
  it.each([
    ['a { b: url(x.png) }', ['x.png']],
    ['a { b: url("x.png") }', ['x.png']],
    ["a { b: url( 'x.png' ) }", ['x.png']],
    ['a { b: url(\n  x.png\n  ) }', ['x.png']],
    ['a { --x: url(./y); }', ['./y']],
    [
      'a{src:url(x.eot);src:url(x.eot?#iefix)format("embedded-opentype"),url(x.woff2)}',
      ['x.eot', 'x.eot?#iefix', 'x.woff2'],
    ],
    ['a { b: url(x.svg#icon) }', ['x.svg#icon']],
    ['a { b: url(#shared/x.svg) url("#server/y.svg") }', ['#shared/x.svg', '#server/y.svg']],
    ['a { b: url(/x/*/y.png) url(c//d.png) red }', ['/x/*/y.png', 'c//d.png']],
    ['a { b: url(~@/x.png) url(~~/y.png) }', ['~@/x.png', '~~/y.png']],
    [
      'a { b: image-set("a.png" 1x, url(b.png) 2x, "c.avif" type("image/avif")) }',
      ['a.png', 'b.png', 'c.avif'],
    ],
    ['a { b: -webkit-image-set(url("a.png") 1x, \'b.png\' 2x) }', ['a.png', 'b.png']],
    ['@font-face { src: local("x"), url(y.woff) format("woff") tech("z") }', ['y.woff']],
    ['@supports (b: url(x)) { }', ['x']],
  ])('are found in every syntax: %s', (text, expected) => expectIn(ALL, text, plain(...expected)));

  it('have their escapes read', () => {
    const text = String.raw`a { b: url(a\ b\(1\).png) url("it\27 s\"") url('it\'s\20\41') }`;
    expectIn(ALL, text, [
      { specifier: 'a b(1).png', open: false, text: String.raw`a\ b\(1\).png` },
      { specifier: 'it\'s"', open: false, text: String.raw`it\27 s\"` },
      { specifier: "it's A", open: false, text: String.raw`it\'s\20\41` },
    ]);
  });

  it('read the character that no text can hold as its replacement', () => {
    expectIn(ALL, 'a { b: url(x\\0 y) url(x\\\0y) }', [
      { specifier: 'x\uFFFDy', open: false, text: 'x\\0 y' },
      { specifier: 'x\uFFFDy', open: false, text: 'x\\\0y' },
    ]);
  });

  it('may wrap a string with an escaped end of line', () => {
    expectIn(ALL, 'a { b: url("x/\\\r\ny") }', [{ specifier: 'x/y', open: false, text: 'x/\\\r\ny' }]);
  });

  it('name no file when they are addresses or fragments', () => {
    const addresses = [
      '',
      'data:image/png;base64,AA==',
      'http://h/x',
      'https://h/x',
      'HTTPS://h',
      '//h/x',
      '#anchor',
    ];
    for (const address of [...addresses, '#', 'about:blank', 'blob:x', 'file:///x', 'mailto:x', ' //h/x']) {
      expectIn(ALL, `a { b: url(${address}) url("${address}") url( '${address}' ); }`, []);
      expectIn(ALL, `@import "${address}"; @import url(${address}); a { b: url(y) }`, plain('y'));
    }
  });

  it('are no files in rules about names and addresses', () => {
    expectIn(ALL, '@namespace svg url(x.svg); @namespace url("x"); @namespace "x";', []);
    expectIn(ALL, '@-moz-document url(x), url("y") { a { b: url(z) } }', plain('z'));
  });

  it('may span lines, like any brackets, in the indented syntax', () => {
    expectIn(
      ['sass'],
      '.a\n  b: image-set(\n    "x" 1x,\n    "y" 2x\n  )\n  composes: c from "z"',
      plain('x', 'y', 'z'),
    );
  });

  it('in a quoted svg are part of the string', () => {
    expectIn(ALL, `a { b: url("data:image/svg+xml,<svg fill='url(./x)'/>") }`, []);
  });
});

describe('data-uri', () => {
  it('counts its last string, in Less', () => {
    const text = "a { b: data-uri('x.png'); c: data-uri('image/png;base64', 'y.png') url(z) }";
    expectIn(['less'], text, plain('x.png', 'y.png', 'z'));
    expectIn(['css', 'scss', 'sass'], text, plain('z'));
  });

  it('keeps the order of the text', () => {
    expectIn(['less'], 'a { b: data-uri("x", url(y)) }', plain('x', 'y'));
  });
});

describe('look-alikes', () => {
  it.each([
    '/* @import "x"; url(y) */',
    'a { content: "url(./x)"; b: \'@import "y"\' }',
    '@charset "./x";',
    'a { b: attr(href "./x") src("./y") format("./z") local(\'./w\') }',
    'a[href="./x"], [src=\'./y\'] { }',
    'a { --x: "./y"; $z: "./w"; }',
    '@custom-media --x "./y"; @layer "./x"; @imports "x"; @import-x "y"; @my-import "z";',
    String.raw`.bg-\[url\(\'\.\/x\.png\'\)\] { }`,
    '.url { } #url { } a { b: my-url(x) url-prefix("y") image-url("z") }',
    '@import "a b\n',
    '@import url(a b) ;',
    'a { b: url(x"y") url(x(y)) }',
  ])('do not count: %s', (text) => expectIn(ALL, text, []));

  it('are comments behind two slashes, except in CSS', () => {
    const text = 'a: b; // @import "x"; url(y)\nc: url(z);\n';
    expectIn(COMPUTING, text, plain('z'));
    expectIn(['css'], text, plain('y', 'z'));
  });

  it('are no comments inside a url', () => {
    expectIn(ALL, 'a: url(//host/x) url(b);\n c: url(https://host/x) url(d);', plain('b', 'd'));
    expectIn(['scss'], 'a: url(#{$s}://host/x) url(b);', plain('b'));
  });

  it('are comments with deeper lines below them in the indented syntax', () => {
    const text =
      '.a\n  // one\n    @import "x"\n\n    url(y)\n  b: url(z)\n/* two\n  @import "w"\n@import "v"\n';
    expectIn(['sass'], text, plain('z', 'v'));
    expectIn(['sass'], 'b: c /* url(x)\nd: url(y) /* e */ url(z)', plain('y', 'z'));
  });
});

describe('interpolation', () => {
  const prefix = (specifier: string) => [{ specifier, open: true, text: specifier }];

  it('leaves the literal start of a specifier', () => {
    expectIn(['scss', 'sass'], 'a: url("../img/#{$n}.png")', prefix('../img/'));
    expectIn(['scss', 'sass'], 'a: url(../img/#{map.get($m, "a b")}.png) url("#{$x}")', prefix('../img/'));
    expectIn(['less'], 'a: url("../img/@{n}.png")', prefix('../img/'));
    expectIn(['less'], 'a: url(../img/@{n}.png)', prefix('../img/'));
    expectIn(['scss'], '@use "sass:meta"; @include meta.load-css("a/#{$x}");', prefix('a/'));
  });

  it('leaves nothing when the specifier starts with it', () => {
    expectIn(['scss', 'sass'], 'a: url("#{$base}/x.png") url(#{$base}/x.png)', []);
    expectIn(['less'], `a: url("@{base}/x.png") url(@{base}/x.png) url("\${b}/x")`, []);
  });

  it('may hold strings with the same quotes', () => {
    expectIn(['scss'], 'a: url("x/#{f("}", "#{"y"}")}/z") url(b);', [...prefix('x/'), ...plain('b')]);
  });

  it('goes on with the statement it stands in', () => {
    expectIn(['scss'], '.a { composes: b #{$c} from "./x.css"; }', plain('./x.css'));
    expectIn(['scss'], '.a-#{$b} { c: #{url(x)} url(y) }', plain('x', 'y'));
  });

  it('is plain text in CSS, and where it is escaped', () => {
    expectIn(['css'], 'a: url("x/#{y}/@{z}")', plain('x/#{y}/@{z}'));
    expectIn(['scss'], 'a: url("x/\\#{y}")', [{ specifier: 'x/#{y}', open: false, text: 'x/\\#{y}' }]);
  });

  it('is also a sum that starts with a string', () => {
    expectIn(['scss', 'sass'], 'a: url("../img/" + $n + ".png")', prefix('../img/'));
    expectIn(['scss', 'sass'], 'a: image-set("a/" + "b" 1x, "c" 2x)', [...prefix('a/'), ...plain('c')]);
  });

  it('leaves computed urls alone', () => {
    expectIn(
      ['scss', 'sass'],
      'a: url($var) url(../a + $b) url($a+"/x") url($a + "/x") url(../a+b) url(c)',
      plain('c'),
    );
    expectIn(['less'], 'a: url(@var) url(@a-b) url(~"x") url(@/c)', plain('@/c'));
    expectIn(['css'], 'a: url(a+b.png)', plain('a+b.png'));
  });
});

describe('writing', () => {
  it('another specifier is written where no escape is needed', () => {
    const text = `@import "x", 'x', url(x), x`;
    const written = writtenAnew(text, styleReferences(text, 'sass'), () => '~/a-b/é/d.e#g');
    expect(written).toBe(text.replace(/x/g, '~/a-b/é/d.e#g'));
  });

  it('a specifier that needs escapes, or is written with them, is not changed', () => {
    for (const odd of [`'`, '"', '(', ' ', '\\', '\n', '{', '$', '+', ',', ';', '*'])
      for (const text of ['a: url("x")', "a: url('x')", 'a: url(x)', '@import x'])
        expect(writtenAnew(text, styleReferences(text, 'sass'), () => `./${odd}`)).toBe(text);
    const escaped = String.raw`a: url(a\ b.png)`;
    expect(writtenAnew(escaped, styleReferences(escaped, 'css'), () => './a')).toBe(escaped);
  });
});

describe('any text', () => {
  it('may have a byte order mark and any end of line', () => {
    for (const end of ['\n', '\r\n', '\r', '\f']) {
      const text = ['\uFEFF@import "a"', '@import "b",', '  "c"', '.x', '  y: url(d)', ''].join(end);
      expectIn(['sass'], text, plain('a', 'b', 'c', 'd'));
    }
    expectIn(ALL, '\uFEFF@import "a";\r\n@import "b";\r\n', plain('a', 'b'));
    expectIn(['sass'], '\uFEFF// one\r\n  url(x)\r\n@import a\r\n', plain('a'));
  });

  it.each([
    '@import "a',
    "@import 'a",
    '@import url(a',
    '@import url("a',
    '@import',
    '@',
    'url(',
    'url("',
    '/*',
    '/',
    '\\',
    'a: "\\',
  ])('may stop anywhere: %s', (text) => expectIn(ALL, `b: url(z);\n${text}`, plain('z')));

  it('keeps what follows an unclosed string or bracket', () => {
    expectIn(ALL, 'a: "b\n;@import "c";', plain('c'));
    expectIn(ALL, 'a: b((url(c) ; @import "d";', plain('c', 'd'));
    expectIn(['scss'], 'a: "#{b\n;@import "c";', plain('c'));
  });

  it('is read in one go, however broken', () => {
    const pieces = [
      '(',
      'url(',
      'url( ',
      '/*',
      '//',
      '/* ',
      '"',
      '"#{',
      '"@{',
      '#{',
      '@{',
      '}',
      '\\',
      '@import ',
      '@import a ',
    ]
      .concat([
        '@import "a",',
        'image-set(',
        'data-uri("',
        'data-uri(',
        ' ',
        '\n ',
        '\n/*',
        'a',
        ',',
        ')',
        '"a" ',
        "'\n",
      ])
      .concat([
        'url(a ',
        'url(#{',
        '\n  // a',
        'composes:',
        '@value from "',
        'a /*\n',
        '\uFEFF',
        '\\\n',
        '"\\',
      ]);
    for (const syntax of ALL) {
      for (const piece of pieces) {
        const text = piece.repeat(Math.ceil(20_000 / piece.length));
        expect(() => styleReferences(text, syntax)).not.toThrow();
        expect(() => styleReferences(`@import ${text}`, syntax)).not.toThrow();
      }
      expect(styleReferences('('.repeat(100_000), syntax)).toEqual([]);
    }
  });
});

describe('random text', () => {
  const word = fc.constantFrom(
    ...[
      '@import ',
      '@use ',
      '@source ',
      '@value ',
      'not ',
      'from ',
      'composes:',
      ':import(',
      'url(',
      'image-set(',
    ],
    ...[
      'data-uri(',
      'load-css(',
      '"',
      "'",
      '(',
      ')',
      '{',
      '}',
      ';',
      ',',
      '\n',
      '\r\n',
      ' ',
      '  ',
      '#{',
      '@{',
      '${',
    ],
    ...[
      '//',
      '/*',
      '*/',
      '\\',
      '\\20 ',
      '\\0',
      '+',
      '$a',
      '@a',
      '#a',
      './x',
      'a/b',
      '.',
      '~',
      '\0',
      '\uFEFF',
      '😀',
      '\u00a0',
    ],
  );
  const text = fc.oneof(
    fc
      .array(fc.oneof({ weight: 8, arbitrary: word }, fc.string({ unit: 'binary', maxLength: 3 })))
      .map((all) => all.join('')),
    fc.string({ unit: 'binary' }),
  );
  const syntax = fc.constantFrom(...ALL);

  it('never throws, and the spans are inside, in order and apart', () => {
    fc.assert(
      fc.property(text, syntax, (text, syntax) => {
        let last = 0;
        for (const { start, end } of styleReferences(text, syntax)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: roundsOf(800, 2000) },
    );
  });

  it('says the same when every specifier is written anew', () => {
    fc.assert(
      fc.property(text, syntax, (text, syntax) => {
        const again = writtenAnew(text, styleReferences(text, syntax), (specifier) => specifier);
        expect(specifiers(again, syntax)).toEqual(specifiers(text, syntax));
      }),
      { numRuns: roundsOf(800, 2000) },
    );
  });
});
