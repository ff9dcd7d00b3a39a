import type * as t from '@babel/types';

const pattern = /^\(\s*[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\s*\)$/;

/** Words that are not names, or that the parser may refuse as one. */
const reserved = new Set(
  `arguments async await break case catch class const continue debugger default delete do else enum eval export extends
  false finally for function if implements import in instanceof interface let new null package private protected public
  return static super switch this throw true try typeof var void while with yield`.split(/\s+/),
);

/**
 * The tree of `(a.b.c)`, as the parser would make it. Most expressions of templates are of this kind, and the parser
 * takes longer to start than to read one. Undefined if the code is anything else.
 */
export function memberPath(code: string): t.File | undefined {
  if (!pattern.test(code)) return undefined;
  const inner = code.slice(1, -1);
  const start = 1 + inner.search(/\S/);
  const names = inner.trim().split('.');
  const [first = ''] = names;
  if (reserved.has(first)) return undefined;
  let expression: object = { type: 'Identifier', start, end: start + first.length, name: first };
  let end = start + first.length;
  for (const name of names.slice(1)) {
    const property = { type: 'Identifier', start: end + 1, end: end + 1 + name.length, name };
    end = property.end;
    expression = { type: 'MemberExpression', start, end, object: expression, computed: false, property };
  }
  const body = [{ type: 'ExpressionStatement', start: 0, end: code.length, expression }];
  const program = { type: 'Program', start: 0, end: code.length, body, directives: [] };
  return { type: 'File', program, comments: [] } as unknown as t.File;
}
