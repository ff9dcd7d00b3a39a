import type { FollowUpCode } from '../catalogue/follow-ups.ts';
import { names } from '../catalogue/names.ts';
import type { Edit } from '../config/edits.ts';
import { placeAt } from '../config/places.ts';
import { positionOf } from '../config/problem.ts';
import { type JsonMember, type JsonNode, memberOf, parseJson } from '../project/json.ts';
import type { FrameworkRange, PackageJson } from '../project/package-json.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { type FollowUp, followUpFrom } from './follow-up.ts';

/** What a file that the framework prescribes needs beyond its references. */
export interface FileChange {
  readonly edits: readonly Edit[];
  readonly followUps: readonly FollowUp[];
}

const newRange = '^4.0.0';

/** Raises the range of the framework in a package.json. */
export function raiseFramework({ path, ranges, forced }: PackageJson, text: string): FileChange {
  const isRaised = ({ text: range, generation }: FrameworkRange) =>
    generation === 'b' && !range.includes(':');
  const raised = ranges.filter(isRaised);
  const elsewhere = ranges.filter((range) => !isRaised(range) && isDecidedElsewhere(range));
  const overruling = forced.filter(({ generation }) => generation === 'b');
  const told = (code: FollowUpCode, { start }: FrameworkRange, message: string): FollowUp =>
    followUpFrom({ code, message }, '', positionOf(path, text, start - 1));
  return {
    edits: raised.map(({ start, end }) => ({ start, end, text: newRange })),
    followUps: [
      ...raised.map((range) =>
        told(
          'install-framework',
          range,
          `\`${names.package}\` is raised from \`${range.text}\` to \`${newRange}\`: install, and commit the lock file.`,
        ),
      ),
      ...[...elsewhere, ...overruling].map((range) =>
        told(
          'framework-range',
          range,
          `\`${names.package}\` is \`${range.text}\`: raise it to version 4 where that is decided.`,
        ),
      ),
    ],
  };
}

/** A range that points to where the version is set, and not to version 4. */
function isDecidedElsewhere({ text, generation }: FrameworkRange): boolean {
  if (generation === 'a') return false;
  return (
    generation === 'b' || /^(?:workspace|catalog|npm|git|file|link|portal|https?|github)\b.*:/.test(text)
  );
}

/** Points the root tsconfig at the files that Variant A generates. */
export function referToGenerated(path: TreePath, text: string, generated: TreePath): FileChange {
  const root = parseJson(text);
  const parent = memberOf(root, 'extends');
  if (!root || !parent || !extendsGenerated(path, parent.value, generated))
    return { edits: [], followUps: [] };
  const own = ['compilerOptions', 'include', 'exclude', 'files'].filter((key) => memberOf(root, key));
  const at = positionOf(path, text, parent.start);
  const message = `Variant A generates several typing files, which are referred to instead of extended: ${own.map((key) => `\`${key}\``).join(', ')} no longer adds to them: move it to \`typescript.tsConfig\`, and run the type check.`;
  const followUps = own.length > 0 ? [followUpFrom({ code: 'tsconfig-own-options', message }, '', at)] : [];
  return { edits: editsOf(path, root, parent, text, generated), followUps };
}

/** Any other tsconfig that extends what is no longer generated: which of the new files it wants is not known. */
export function askAboutGenerated(path: TreePath, text: string, generated: TreePath): FileChange {
  const parent = memberOf(parseJson(text), 'extends');
  if (!parent || !extendsGenerated(path, parent.value, generated)) return { edits: [], followUps: [] };
  const files = names.generatedTsConfigs.a.map((file) => `\`${file}\``).join(' or ');
  const message = `This file extends what Variant B generated: extend ${files} instead, as its sources are.`;
  const at = positionOf(path, text, parent.start);
  return { edits: [], followUps: [followUpFrom({ code: 'tsconfig-extends', message }, '', at)] };
}

/** A tsconfig that had the generated options through the root one, which only refers to them now. */
export function askAboutRoot(path: TreePath, text: string): FileChange {
  const parent = memberOf(parseJson(text), 'extends');
  const files = names.generatedTsConfigs.a.map((file) => `\`${file}\``).join(' or ');
  const message = `The root tsconfig no longer passes the generated options on: extend ${files} as well, as its sources are.`;
  const at = positionOf(path, text, parent?.start ?? 0);
  return { edits: [], followUps: [followUpFrom({ code: 'tsconfig-extends', message }, '', at)] };
}

function extendsGenerated(path: TreePath, value: JsonNode, generated: TreePath): boolean {
  return parentsIn(value).some((text) => isGenerated(path, text, generated));
}

function parentsIn(value: JsonNode): string[] {
  const items = value.kind === 'array' ? value.items : [value];
  return items.flatMap((item) => (item.kind === 'string' ? [item.text] : []));
}

function isGenerated(path: TreePath, text: string, generated: TreePath): boolean {
  return placeAt(parentOf(path), text) === generated || placeAt(parentOf(path), `${text}.json`) === generated;
}

/** The property that extends is replaced in its place: nothing else of the file is touched. */
function editsOf(
  path: TreePath,
  root: JsonNode,
  parent: JsonMember,
  text: string,
  generated: TreePath,
): Edit[] {
  const folder = prefixOf(path, parent.value, generated);
  const items = names.generatedTsConfigs.a.map(
    (file) => `{ "path": "${folder}${file.slice(file.lastIndexOf('/') + 1)}" }`,
  );
  const { line, indent, unit } = styleAround(text, parent.start);
  const existing = memberOf(root, 'references')?.value;
  const parts: string[] = [];
  const edits: Edit[] = [];
  const others = otherParents(path, parent.value, text, generated);
  if (others !== undefined) parts.push(`"extends": ${others}`);
  if (!memberOf(root, 'files') && !memberOf(root, 'include')) parts.push('"files": []');
  if (existing?.kind === 'array') {
    const last = existing.items.at(-1);
    const at = last ? last.end : existing.start + 1;
    edits.push({ start: at, end: at, text: `${last ? ', ' : ''}${items.join(', ')}` });
  } else {
    const inner = `${line}${indent}${unit}`;
    parts.push(
      line === ''
        ? `"references": [${items.join(', ')}]`
        : `"references": [${inner}${items.join(`,${inner}`)}${line}${indent}]`,
    );
  }
  const separator = line === '' ? ', ' : `,${line}${indent}`;
  edits.push(
    parts.length > 0
      ? { start: parent.start, end: parent.end, text: parts.join(separator) }
      : { ...withComma(text, parent), text: '' },
  );
  return edits;
}

/** A property that goes takes the comma behind it along. */
function withComma(text: string, { start, end }: JsonMember): { start: number; end: number } {
  const comma = /^\s*,\s*/.exec(text.slice(end));
  return { start, end: end + (comma?.[0].length ?? 0) };
}

/** The author's way to write the folder: `./.fw/` or `.fw/`. */
function prefixOf(path: TreePath, parent: JsonNode, generated: TreePath): string {
  const [text = ''] = parentsIn(parent).filter((one) => isGenerated(path, one, generated));
  return text.slice(0, text.lastIndexOf('/') + 1);
}

/** What else the file extends stays. */
function otherParents(
  path: TreePath,
  parent: JsonNode,
  text: string,
  generated: TreePath,
): string | undefined {
  if (parent.kind !== 'array') return undefined;
  const rest = parent.items.filter(
    (item) => item.kind !== 'string' || !isGenerated(path, item.text, generated),
  );
  if (rest.length === 0) return undefined;
  return `[${rest.map((item) => text.slice(item.start, item.end)).join(', ')}]`;
}

/** How the lines around an offset are broken and indented; no line break where the file has none. */
function styleAround(text: string, offset: number): { line: string; indent: string; unit: string } {
  const before = text.slice(0, offset);
  const found = /(\r?\n)([ \t]*)$/.exec(before);
  if (!found) return { line: '', indent: '', unit: '' };
  const [, line = '\n', indent = ''] = found;
  return { line, indent, unit: indent === '' ? '  ' : indent };
}
