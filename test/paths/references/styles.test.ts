import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectReferences } from '../../../src/paths/references/reference.ts';
import { sheetReferences, styleReferences } from '../../../src/paths/references/styles.ts';
import { roundsOf } from '../../support/sample.ts';
import { writtenAnew } from '../../support/written-references.ts';

function found(text: string) {
  return styleReferences(text).map(({ specifier, open, start, end }) => ({
    specifier,
    open,
    text: text.slice(start, end),
  }));
}

/** References that are written as they are read. */
function plain(...specifiers: string[]) {
  return specifiers.map((specifier) => ({ specifier, open: false, text: specifier }));
}

function expectIn(text: string, expected: ReturnType<typeof found>) {
  expect(found(text), text).toEqual(expected);
}

function specifiers(text: string): string[] {
  return styleReferences(text).map(({ specifier }) => specifier);
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
  ])('are found in every syntax: %s', (text, expected) => expectIn(text, plain(...expected)));

  it('may be lists', () => {
    const text = `@import "a", 'b' screen, url(c.css), "d";`;
    expectIn(text, plain('a', 'b', 'c.css', 'd'));
  });

  it('go on over lines and comments between the parts of a list', () => {
    expectIn('@import "a", // one "x"\n  "b", /* "y" */\n  "c"', plain('a', 'b', 'c'));
  });

  it('have options in Less', () => {
    expectIn(
      '@import (reference, css) "x.less"; @import (css) url(y.css);',
      plain('x.less', 'y.css'),
    );
    expectIn('@import (reference) "@{theme}/x"; @import "a/@{theme}/x";', [
      { specifier: 'a/', open: true, text: 'a/' },
    ]);
  });

  it('are found behind a statement that lacks its end', () => {
    expectIn('@import "a"\n@import "b"\n', plain('a', 'b'));
    expectIn('a: b(c\n@import "b";\n', plain('b'));
  });
});

describe('imports without quotes', () => {
  const sheet = (text: string) =>
    collectReferences(() => sheetReferences({ path: 'a.sass', text }));

  it.each(['@import foo', '.a\n  @import ../bar/baz, "c"', '@require @/d'])(
    'are reported: %s',
    (text) => expect(sheet(text).problems.join()).toContain('imports without quotes'),
  );

  it('are reported beside the references with quotes', () => {
    const text = '@import "a"\n@import b';
    const { references, problems } = sheet(text);
    expect(problems.map(({ at }) => at)).toEqual([{ file: 'a.sass', line: 2, column: 1 }]);
    expect(references).toEqual(styleReferences(text));
  });

  it.each(['@import url(x)', '@import $foo', '@import (css) "a"', '// @import foo', '@import-x y'])(
    'are no other imports: %s',
    (text) => expect(sheet(text).problems).toEqual([]),
  );
});

describe('modules and tools', () => {
  it('finds only the first string of @use and @forward', () => {
    const text =
      '@use "x" as y with ($a: "not/a/path", $b: ("k": "v"));\n@forward \'z\' show y, "no";';
    expectIn(text, plain('x', 'z'));
  });

  it('finds load-css under any name', () => {
    const text = '@include meta.load-css("a", $with: ("b": "c"));\n@include m.load-css("e");';
    expectIn(text, plain('a', 'e'));
  });

  it('finds one string where there can be only one', () => {
    expectIn('@include load-css("a" "b");', plain('a'));
    expectIn('@source "a" not "b"; @import "c" "d"; a { b: url("e" "f") }', plain('a', 'c', 'e'));
  });

  it('leaves the modules of Sass and of packages', () => {
    expectIn('@use "sass:math";\n@use "pkg:foo";\n@forward "sass:map";', []);
  });

  it('finds the rules of Tailwind', () => {
    const text =
      '@plugin "./p.js"; @config \'../t.config.js\'; @reference "~/a.css"; @source "../**/*.{vue,ts}"; @source not "./x";';
    expectIn(text, plain('./p.js', '../t.config.js', '~/a.css', '../**/*.{vue,ts}', './x'));
    expectIn('@import "tailwindcss" source("../src");', plain('tailwindcss', '../src'));
    expectIn(
      '@tailwind utilities source("../src"); @source inline("./a"); @source not inline("./b");',
      [...plain('../src')],
    );
  });

  it('finds the options of a Less plugin, but no variables with the names of rules', () => {
    expectIn('@plugin (optional) "x";', plain('x'));
    expectIn('@plugin: "x"; @config: "y"; @source : "z"; @import-path: "w";', []);
  });

  it('finds the files of CSS modules', () => {
    expectIn(".a { composes: b c from './x.css'; }", plain('./x.css'));
    expectIn(
      '.a { color: red; composes: b from "./x.css", c from "./y.css" }',
      plain('./x.css', './y.css'),
    );
    expectIn(
      '@value a, b as c from \'./x.css\'; @value (d, e) from "./y.css";',
      plain('./x.css', './y.css'),
    );
  });

  it('finds no files in what looks like CSS modules', () => {
    expectIn('@value a: "./x.css"; @value from: "./y";', []);
    expectIn('.a { composes: b from global; } a:import("./x") {}', []);
    expectIn(':hover import("./x") {}', []);
    expectIn('.a { composes: b .from "./y"; }', []);
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
  ])('are found in every syntax: %s', (text, expected) => expectIn(text, plain(...expected)));

  it('have their escapes read', () => {
    const text = String.raw`a { b: url(a\ b\(1\).png) url("it\27 s\"") url('it\'s\20\41') }`;
    expectIn(text, [
      { specifier: 'a b(1).png', open: false, text: String.raw`a\ b\(1\).png` },
      { specifier: 'it\'s"', open: false, text: String.raw`it\27 s\"` },
      { specifier: "it's A", open: false, text: String.raw`it\'s\20\41` },
    ]);
  });

  it('may wrap a string with an escaped end of line', () => {
    expectIn('a { b: url("x/\\\r\ny") }', [{ specifier: 'x/y', open: false, text: 'x/\\\r\ny' }]);
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
    for (const address of [
      ...addresses,
      '#',
      'about:blank',
      'blob:x',
      'file:///x',
      'mailto:x',
      ' //h/x',
    ]) {
      expectIn(`a { b: url(${address}) url("${address}") url( '${address}' ); }`, []);
      expectIn(`@import "${address}"; @import url(${address}); a { b: url(y) }`, plain('y'));
    }
  });

  it('in a quoted svg are part of the string', () => {
    expectIn(`a { b: url("data:image/svg+xml,<svg fill='url(./x)'/>") }`, []);
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
  ])('do not count: %s', (text) => expectIn(text, []));

  it('are comments behind two slashes', () => {
    const text = 'a: b; // @import "x"; url(y)\nc: url(z);\n';
    expectIn(text, plain('z'));
  });

  it('are no comments inside a url', () => {
    expectIn('a: url(//host/x) url(b);\n c: url(https://host/x) url(d);', plain('b', 'd'));
    expectIn('a: url(#{$s}://host/x) url(b);', plain('b'));
  });
});

describe('interpolation', () => {
  const prefix = (specifier: string) => [{ specifier, open: true, text: specifier }];

  it('leaves the literal start of a specifier', () => {
    expectIn('a: url("../img/#{$n}.png")', prefix('../img/'));
    expectIn('a: url(../img/#{map.get($m, "a b")}.png) url("#{$x}")', prefix('../img/'));
    expectIn('a: url("../img/@{n}.png")', prefix('../img/'));
    expectIn('a: url(../img/@{n}.png)', prefix('../img/'));
    expectIn('@use "sass:meta"; @include meta.load-css("a/#{$x}");', prefix('a/'));
  });

  it('leaves nothing when the specifier starts with it', () => {
    expectIn('a: url("#{$base}/x.png") url(#{$base}/x.png)', []);
    expectIn(`a: url("@{base}/x.png") url(@{base}/x.png) url("\${b}/x")`, []);
  });

  it('may hold strings with the same quotes', () => {
    expectIn('a: url("x/#{f("}", "#{"y"}")}/z") url(b);', [...prefix('x/'), ...plain('b')]);
  });

  it('goes on with the statement it stands in', () => {
    expectIn('.a { composes: b #{$c} from "./x.css"; }', plain('./x.css'));
    expectIn('.a-#{$b} { c: #{url(x)} url(y) }', plain('x', 'y'));
  });

  it('is plain text where it is escaped', () => {
    expectIn('a: url("x/\\#{y}")', [{ specifier: 'x/#{y}', open: false, text: 'x/\\#{y}' }]);
  });

  it('is also a sum that starts with a string', () => {
    expectIn('a: url("../img/" + $n + ".png")', prefix('../img/'));
  });

  it('leaves computed urls alone', () => {
    expectIn('a: url($var) url(../a + $b) url($a+"/x") url($a + "/x") url(c)', plain('c'));
    expectIn('a: url(~"x") url(@/c)', plain('@/c'));
    expectIn('a: url(a+b.png)', plain('a+b.png'));
  });
});

describe('writing', () => {
  it('another specifier is written where no escape is needed', () => {
    const text = `@import "x", 'x', url(x)`;
    const written = writtenAnew(text, styleReferences(text), () => '~/a-b/é/d.e#g');
    expect(written).toBe(text.replace(/x/g, '~/a-b/é/d.e#g'));
  });

  it('a specifier that needs escapes, or is written with them, is not changed', () => {
    for (const odd of [`'`, '"', '(', ' ', '\\', '\n', '{', '$', '+', ',', ';', '*'])
      for (const text of ['a: url("x")', "a: url('x')", 'a: url(x)'])
        expect(writtenAnew(text, styleReferences(text), () => `./${odd}`)).toBe(text);
    const escaped = String.raw`a: url(a\ b.png)`;
    expect(writtenAnew(escaped, styleReferences(escaped), () => './a')).toBe(escaped);
  });
});

describe('any text', () => {
  it('may have a byte order mark and any end of line', () => {
    for (const end of ['\n', '\r\n', '\r', '\f']) {
      const text = ['\uFEFF@import "a"', '@import "b",', '  "c"', '.x', '  y: url(d)', ''].join(
        end,
      );
      expectIn(text, plain('a', 'b', 'c', 'd'));
    }
    expectIn('\uFEFF@import "a";\r\n@import "b";\r\n', plain('a', 'b'));
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
  ])('may stop anywhere: %s', (text) => expectIn(`b: url(z);\n${text}`, plain('z')));

  it('keeps what follows an unclosed string or bracket', () => {
    expectIn('a: "b\n;@import "c";', plain('c'));
    expectIn('a: b((url(c) ; @import "d";', plain('c', 'd'));
    expectIn('a: "#{b\n;@import "c";', plain('c'));
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
    for (const piece of pieces) {
      const text = piece.repeat(Math.ceil(20_000 / piece.length));
      expect(() => styleReferences(text)).not.toThrow();
      expect(() => styleReferences(`@import ${text}`)).not.toThrow();
    }
    expect(styleReferences('('.repeat(100_000))).toEqual([]);
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

  it('never throws, and the spans are inside, in order and apart', () => {
    fc.assert(
      fc.property(text, (text) => {
        let last = 0;
        for (const { start, end } of styleReferences(text)) {
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
      fc.property(text, (text) => {
        const again = writtenAnew(text, styleReferences(text), (specifier) => specifier);
        expect(specifiers(again)).toEqual(specifiers(text));
      }),
      { numRuns: roundsOf(800, 2000) },
    );
  });
});
