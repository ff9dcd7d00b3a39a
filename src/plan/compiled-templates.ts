import type * as t from '@babel/types';
import { ConfigPath } from '../config/change.ts';
import { matchOption } from '../config/match.ts';
import { isAbsolutePath, isRelativePath, type PlacePath, placeAt } from '../config/places.ts';
import { type Position, positionOf } from '../config/problem.ts';
import { unwrapTypes } from '../config/syntax.ts';
import { aliasesOf, isSigned, readText } from '../project/aliases.ts';
import type { TreePath } from '../project/snapshot.ts';
import { calledName, isMeta, isNamed, propertyOf, walk } from '../project/syntax/code.ts';
import { piecesOf, type SourceText } from '../project/syntax/source.ts';
import type { OpenProject } from './open-project.ts';

/** Variant B compiles templates unless it is told not to. */
export function isCompiling({ config }: OpenProject): boolean {
  const lookup = config.lookup(config.catalogue.path['experimental.compileTemplate']);
  return lookup.kind !== 'static' || lookup.value !== false;
}

/** The first use of lodash syntax in a template: one place is enough. */
export function compiledAt(path: TreePath, text = ''): Position[] {
  const start = text.indexOf('<%');
  return start === -1 || text.lastIndexOf('%>') < start + 2 ? [] : [positionOf(path, text, start)];
}

/** The files that `build.templates` may mean, one list for each. */
export function templatesNamed(project: OpenProject): TreePath[][] {
  const { folder } = project.found;
  return project.config.scopes.flatMap((scope) =>
    matchOption(scope, project.config.catalogue.path['build.templates[].src']).flatMap(({ lookup }) => {
      const value = lookup.kind === 'static' ? lookup.value : undefined;
      if (value instanceof ConfigPath) return [[placeAt(folder, value.place)]];
      return typeof value === 'string'
        ? [placesNamed({ path: value, from: 'framework' }, folder, project)]
        : [];
    }),
  );
}

/** Where the source of a template may be, the likeliest first. */
export function placesNamed(
  { path, from }: TemplateSource,
  own: TreePath,
  { found: { folder }, config, decision, evidence }: OpenProject,
): TreePath[] {
  if (from === 'file') return [placeAt(own, path)];
  if (decision.kind !== 'layout') return [];
  const { layout } = decision;
  const alias = readText(aliasesOf(config, layout, evidence).before, path);
  const places: PlacePath[] = alias
    ? [alias.place]
    : [placeAt(layout.before, path), placeAt(layout.root, path)];
  return places.map((place) => placeAt(folder, place));
}

/** Whether a text may name the source of a template: parsing costs far more than this test. */
export function mayNameTemplates(text: string, templateFunctions: readonly string[]): boolean {
  return text.includes('src') && templateFunctions.some((name) => text.includes(name));
}

/** How the source of a template is named: from the folder of the file, or as the framework reads it. */
interface TemplateSource {
  readonly path: string;
  readonly from: 'file' | 'framework';
}

/** The sources of templates that a file hands to the build, as far as the text tells. */
export function templateSourcesIn(
  source: SourceText,
  templateFunctions: readonly string[],
): TemplateSource[] {
  const found: TemplateSource[] = [];
  for (const { program } of piecesOf(source, (code) => mayNameTemplates(code, templateFunctions))) {
    walk(program, (node) => {
      if (node.type !== 'CallExpression' || !templateFunctions.some((name) => isNamed(node.callee, name)))
        return;
      const [options] = node.arguments;
      const src = options && propertyOf(unwrapTypes(options), 'src');
      const read = src && readSource(unwrapTypes(src));
      if (read) found.push(read);
    });
  }
  return found;
}

/** A text, or what `resolve`, `join` or `new URL` make of texts and the file's own folder. */
function readSource(node: t.Node): TemplateSource | undefined {
  if (node.type === 'StringLiteral')
    return { path: node.value, from: isRelativePath(node.value) ? 'file' : 'framework' };
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  const name = calledName(node.callee);
  const [first] = node.arguments;
  if (name === 'fileURLToPath') return first && readSource(unwrapTypes(first));
  if (!['resolve', 'join', 'URL'].some((one) => name.toLowerCase().includes(one.toLowerCase())))
    return undefined;
  const parts: string[] = [];
  for (const argument of node.arguments) {
    if (argument.type === 'StringLiteral') parts.push(argument.value);
    else if (!isNamed(argument, '__dirname') && !isMeta(argument, 'dirname') && !isMeta(argument, 'url'))
      return undefined;
  }
  const path = parts.join('/');
  return path === '' || isAbsolutePath(path)
    ? undefined
    : { path, from: isSigned(path) ? 'framework' : 'file' };
}
