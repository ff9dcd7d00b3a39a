import { expect } from 'vitest';
import { fwCatalogue } from '../../../src/catalogue/index.ts';
import { type DataFlow, followData } from '../../../src/project/data-flow/follow-data.ts';
import type { FlowFiles } from '../../../src/project/data-flow/run.ts';
import { openSource, type SourceText } from '../../../src/project/syntax/source.ts';
import { createUseFinder } from '../../../src/project/uses.ts';

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
          path === `composables/${name}.ts` ||
          (path.startsWith('composables/') &&
            new RegExp(`export (?:(?:async )?function|const) ${name.replace('$', '\\$')}\\b`).test(
              sources[path] ?? '',
            )),
      ),
    component: (tag) => paths.find((path) => path === `components/${tag}.vue`),
    mentioning: (word) =>
      paths.filter((path) =>
        new RegExp(`(?<![\\w$])${word.replace('$', '\\$')}\\b`).test(sources[path] ?? ''),
      ),
  };
}

/** What becomes of the data of each call in the first file. */
function flowsOf(sources: Sources): DataFlow[] {
  const files = filesOf(sources);
  const [path = ''] = Object.keys(sources);
  const source = files.open(path);
  const calls = source ? finder.dataCallsIn(source) : [];
  return calls
    .toSorted((a, b) => (a.node.start ?? 0) - (b.node.start ?? 0))
    .map((call) => followData(call, path, fwCatalogue.names, files));
}

const finder = createUseFinder(fwCatalogue);

/** For each call `read`, `mutated` with the line, or `unknown` with the line and what is said. */
export function verdictsOf(sources: Sources): string[] {
  const verdicts = verdictsAbout(sources);
  // A part of a file tells what the whole file tells.
  expect(verdictsAbout(readAsWhole(sources))).toEqual(verdicts);
  return verdicts;
}

/** The same files with a statement at the end of each script that only the parser understands. */
function readAsWhole(sources: Sources): Sources {
  const statement = ';do {} while (false);';
  return Object.fromEntries(
    Object.entries(sources).map(([path, text]) => [
      path,
      path.endsWith('.vue') ? text.replace('</script>', `${statement}</script>`) : text + statement,
    ]),
  );
}

function verdictsAbout(sources: Sources): string[] {
  const lineOf = ({ path, offset }: { readonly path: string; readonly offset: number }) =>
    `${(sources[path] ?? '').slice(0, offset).split('\n').length}`;
  return flowsOf(sources).map(({ mutation, escape: lost }) => {
    if (mutation) return `mutated ${lineOf(mutation)}`;
    return lost ? `unknown ${lineOf(lost)}: ${lost.what}` : 'read';
  });
}

/** The same for the first call. */
export function verdictOf(sources: Sources): string {
  const [first = 'no call'] = verdictsOf(sources);
  return first;
}
