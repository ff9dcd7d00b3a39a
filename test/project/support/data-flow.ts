import type * as t from '@babel/types';
import { fwCatalogue } from '../../../src/catalogue/index.ts';
import { type DataFlow, followData } from '../../../src/project/data-flow/follow-data.ts';
import type { FlowFiles } from '../../../src/project/data-flow/run.ts';
import { walk } from '../../../src/project/syntax/code.ts';
import { openSource, piecesOf, type SourceText } from '../../../src/project/syntax/source.ts';

/** Files by path; the first one has the call. */
export type Sources = Readonly<Record<string, string>>;

/** Files that are found as a project's are: by relative paths, and by the names of composables and components. */
export function filesOf(sources: Sources): FlowFiles {
  const opened = new Map<string, SourceText>();
  const paths = Object.keys(sources);
  return {
    open(path) {
      const text = sources[path];
      if (text === undefined) return undefined;
      const source = opened.get(path) ?? openSource(path, text);
      opened.set(path, source);
      return source;
    },
    resolve: (specifier) => {
      const name = specifier.replace(/^(?:\.\.?|~)\//, '');
      return /^[.~]/.test(specifier)
        ? paths.find((path) => path === name || path.startsWith(`${name}.`))
        : undefined;
    },
    autoImported: (name) =>
      paths.find(
        (path) =>
          path.startsWith('composables/') &&
          new RegExp(`\\b${name.replace('$', '\\$')}\\b`).test(sources[path] ?? ''),
      ),
    component: (tag) => paths.find((path) => path === `components/${tag}.vue`),
    mentioning: (word) => paths.filter((path) => new RegExp(`\\b${word}\\b`).test(sources[path] ?? '')),
  };
}

/** What becomes of the data of the first call in the first file. */
export function flowOf(sources: Sources): DataFlow {
  const files = filesOf(sources);
  const [path = ''] = Object.keys(sources);
  const source = files.open(path);
  const calls: t.Node[] = [];
  for (const { program } of source ? piecesOf(source, () => true) : [])
    walk(program, (node) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return;
      if (fwCatalogue.names.dataFunctions.includes(node.callee.name)) calls.push(node);
    });
  const [call] = calls.sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
  if (!call) throw new Error('no call');
  return followData(call, path, fwCatalogue.names, files);
}

/** `read`, `mutated` with the line, or `unknown` with the line and what is said. */
export function verdictOf(sources: Sources): string {
  const { mutation, escape } = flowOf(sources);
  const lineOf = ({ path, offset }: { readonly path: string; readonly offset: number }) =>
    `${(sources[path] ?? '').slice(0, offset).split('\n').length}`;
  if (mutation) return `mutated ${lineOf(mutation)}`;
  return escape ? `unknown ${lineOf(escape)}: ${escape.what}` : 'read';
}
