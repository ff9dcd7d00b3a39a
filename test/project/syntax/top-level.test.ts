import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '@babel/parser';
import type * as t from '@babel/types';
import { isValidIdentifier, traverseFast } from '@babel/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topStatements } from '../../../src/project/syntax/top-level.ts';

/** The statements as the parser sees them; undefined if it does not understand the code. */
function parsedStatements(code: string): readonly t.Node[] | undefined {
  try {
    const { program } = parse(code, {
      sourceType: 'module',
      plugins: ['typescript', 'explicitResourceManagement'],
      allowUndeclaredExports: true,
    });
    const statements = [...program.body, ...program.directives];
    // The parser stumbles over `namespace function`.
    return statements.includes(undefined as never) ? undefined : statements;
  } catch {
    return undefined;
  }
}

function namesBound(pattern: t.Node): string[] {
  const names: string[] = [];
  traverseFast(pattern, (node) => {
    if (node.type === 'Identifier') names.push(node.name);
  });
  return names;
}

/** Names that surely are bound: of a pattern with values in it, only a plain name counts. */
function declaredBy(statement: t.Node): string[] {
  const node =
    statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
      ? (statement.declaration ?? statement)
      : statement;
  if (node.type === 'ImportDeclaration') return node.specifiers.map(({ local }) => local.name);
  if (node.type === 'VariableDeclaration')
    return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : namesBound(id)));
  return (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id
    ? [node.id.name]
    : [];
}

/** Names of values that a statement refers to; keys and members are none. */
function namesUsed(statement: t.Node): string[] {
  const names: string[] = [];
  const spelled = new Set<unknown>();
  traverseFast(statement, (node) => {
    const isComputed = 'computed' in node && node.computed;
    for (const one of isComputed ? [] : spelledIn(node)) spelled.add(one);
    if (node.type === 'Identifier' && !spelled.has(node)) names.push(node.name);
  });
  return names;
}

function spelledIn(node: t.Node): readonly unknown[] {
  switch (node.type) {
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return [node.property];
    case 'MetaProperty':
      return [node.meta, node.property];
    case 'TSModuleDeclaration':
      return [node.id];
    case 'TSTypeReference':
      return [node.typeName];
    case 'TSQualifiedName':
      return [node.right];
    case 'TSImportType':
      return [node.qualifier];
    default:
      return 'key' in node ? [node.key] : [];
  }
}

/** What is wrong with the statements that were told apart; undefined if they were left to the parser. */
function mistakesIn(code: string): string[] | undefined {
  const parsed = parsedStatements(code);
  const found = topStatements(code);
  if (!parsed || !found) return undefined;
  const cut = found.flatMap(({ start }) =>
    parsed
      .filter((node) => (node.start ?? 0) < start && start < (node.end ?? 0))
      .map((node) => `cut at ${start}: ${code.slice(node.start ?? 0, node.end ?? 0)}`),
  );
  const missing = parsed.flatMap((node) => {
    const own = found.findLast(({ start }) => start <= (node.start ?? 0));
    const lost = [
      ...declaredBy(node).filter((name) => !own?.declared.has(name)),
      ...namesUsed(node).filter((name) => !own?.words.has(name)),
    ];
    // The parser takes keywords for names in some places.
    return lost.filter((name) => isValidIdentifier(name));
  });
  const covered = found.map(({ start, end }) => code.slice(start, end)).join('');
  return [...cut, ...missing, ...(covered === code ? [] : ['not everything'])];
}

const shapes: readonly (readonly [name: string, code: string, parts: number])[] = [
  ['lines', 'const a = b\nfoo()\nlet c: D\nfunction e() {}\n', 4],
  ['semicolons', 'a();b();const c = 1;', 3],
  ['expressions that go on', 'const a = b\n  .c()\n  + d\n  ? e\n  : f\nconst g = 1\n', 2],
  ['objects and blocks', 'const a = {\n  b: 1,\n}\nif (a) {\n  c()\n} else {\n  d()\n}\ne()\n', 3],
  ['a condition without a block', 'if (a)\n  b()\nc()\nconst d = 1\n', 1],
  ['`as const`', 'const a = { b } as const\n\nfunction c() {}\n', 2],
  ['template literals', `const a = \`\${b.map((c) => \`'\${c}\`)} const d\n const e\`\nconst f = 1\n`, 2],
  ['patterns behind a negation', `const a = !/b/.test(c)\nif (!/'/.test(d)) e()\n`, 2],
  ['an import below a name that is no modifier', "async = declare\nimport { a } from 'b'\n", 1],
  ['a member below its dot', 'a.\nelse\nb.\nconst\nc()\n', 3],
  ['a division behind a number', 'a = 1. / b / 2.5\nc = 1..d / e\n', 2],
  ['spreads', 'a(...b)\nc = [\n  ...d,\n]\n', 2],
  ['a declaration below an increment', 'a++\nfunction b() {}\n', 1],
  ['patterns', `const a = /[/'"]/g.test(b)\nconst c = d / e / f\nconst g = 1\n`, 3],
  ['comments', `// don't\nconst a = 1 // (\n/* { */ const b = 2\n/*\n*/ const c = 3\n`, 3],
  ['types', `type A =\n  | 'a'\n  | B\ninterface C extends D {\n  e: F\n}\nlet g: H[]\nlet i\n`, 4],
  ['exports', `export { a } from 'b'\nexport default c\nexport const d = 1\nexport * from 'e'\n`, 4],
  ['imports', `import a, { b as c } from 'd'\nimport * as e from 'f'\nimport 'g'\nimport('h')\n`, 4],
  ['overloads', 'function a(b: c): void\nfunction a(b) {}\nconst d = 1\n', 2],
  ['several variables', 'const a = 1,\n  b = 2\nconst { c = d, e: [f] } = g\n', 2],
  ['classes', 'class A\n  extends B\n{\n  #c = 1\n  static { d() }\n}\nexport abstract class E {}\n', 2],
  ['functions in expressions', 'const a = function () {}\nconst b = async function c() {}\n', 2],
  ['Windows lines', 'const a = 1\r\nconst b = 2\r\n', 2],
  ['letters outside of ASCII', "const größe = 'ß'\nconst 名 = größe\n", 2],
];

describe('statements are told apart as the parser tells them', () => {
  it.each(shapes)('%s', (_, code, parts) => {
    expect(mistakesIn(code)).toEqual([]);
    expect(topStatements(code)).toHaveLength(parts);
  });

  it('in nearly every module of this repository', () => {
    const root = fileURLToPath(new URL('../../..', import.meta.url));
    const paths = ['src', 'test', 'transforms', 'bench'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.m?ts$|\.mjs$/.test(file))
        .map((file) => join(root, folder, file)),
    );
    const told = paths.map((path) => mistakesIn(readFileSync(path, 'utf8')));
    expect(told.flatMap((one) => one ?? [])).toEqual([]);
    expect(told.filter((one) => one === undefined).length).toBeLessThan(paths.length / 50);
  });

  const token = fc.constantFrom(
    ...'\n|\n|;|,|.|=|=>|:|?|!|++|/|<|>|(|)|[|]|{|}|{ }|( )|()|[]|...'.split('|'),
    ...'const|let|var|function|class|async|await|export|default|import|type|interface|enum|as|as const'.split(
      '|',
    ),
    ...'if|else|for|while|do|return|new|typeof|of|in|from|declare|namespace|extends|satisfies|using'.split(
      '|',
    ),
    ...["'x'", '"(', '`', '${', '/a/', "/'/", '// c\n', '/* \n */', '@d', '#e', '1', '2.5', 'a:', 'label: '],
    ...'a|b|c|d|a.b|a = 1|const a = 1\n|let b\n|function c() {}|if (a)|while (b)|for (;;)|(a) => b|{ a }'.split(
      '|',
    ),
    ...[
      "import { a } from 'x'\n",
      'const { a, b: [c] } = d\n',
      'var a = 1, b = 2\n',
      'a as b',
      'type a = b\n',
    ],
  );

  it('in whatever can be parsed', () => {
    let parsed = 0;
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), fc.constantFrom(' ', '', '\n'), (tokens, between) => {
        const mistakes = mistakesIn(tokens.join(between));
        if (mistakes) parsed += 1;
        expect(mistakes ?? []).toEqual([]);
      }),
      { numRuns: 20_000 },
    );
    expect(parsed).toBeGreaterThan(300);
  });
});

it.each([
  ['tags', 'const a = <b>c</b>\n'],
  ['decorators', '@a class B {}\n'],
  ['escaped names', `${String.raw`const \u0061 = 1`}\n`],
  ['a first line for the shell', '#!/usr/bin/env node\nfoo()\n'],
  ['labels', 'a: for (;;)\n  b()\n'],
  ['a loop that ends with its condition', 'do a()\nwhile (b)\nc()\n'],
  ['a pattern or two divisions', 'if (a) /b/.test(c)\n'],
  ['a division behind an increment', 'a = b++ / c / d\n'],
  ['a division behind an assertion', 'a = b! / c / d\n'],
  ['what does not end', "const a = 'b\n"],
  ['brackets that do not match', 'const a = (b]\n'],
  ['odd spaces', 'foo()\n\u00A0const a = 1\n'],
])('leaves %s to the parser', (_, code) => {
  expect(topStatements(code)).toBeUndefined();
});
