import { isInside } from '../../config/places.ts';
import type { TextKind } from '../../project/references/candidates.ts';
import type { AliasScope } from '../../project/references/reference.ts';
import { remembered } from '../../project/remembered.ts';
import type { TreePath } from '../../project/snapshot.ts';
import { createLeadTest, type Leads } from './reference-leads.ts';
import type { RawSpecifier, TextOrigin } from './reference-reading.ts';
import {
  createScanner,
  isNamed,
  isOpaque,
  isStaticImport,
  type Quoted,
  type Scanner,
} from './reference-scan.ts';
import type { Trees } from './reference-trees.ts';
import { judge, type Verdict } from './reference-verdict.ts';

/** What is counted of a reference that is in order. */
export type Count = Exclude<Verdict['kind'], 'defect'>;

/** A text before and after. */
export interface Texts {
  readonly before: string;
  readonly after: string;
}

/**
 * Settles all that may be a path in a text without parsing it, which most texts allow; nothing where it takes a closer
 * look. It finds no defects: a text that leads elsewhere may be data.
 */
export type QuickLook = (texts: Texts, origin: TextOrigin, kind: TextKind) => readonly Count[] | undefined;

/** What was found out about texts in one kind of file; good for one folder, or one scope. */
interface Memory {
  readonly leads: Leads;
  readonly known: Map<string, Verdict['kind']>;
}

type Memories = Map<TextKind, Memory>;

// For each path that changes the text around it is searched: with many of them, a parser is faster.
const mostQuick = 500;

export function createQuickLook(trees: Trees): QuickLook {
  const scopes = new Map<AliasScope, { readonly scanners: Map<TextKind, Scanner>; readonly far: Memories }>();
  const apart = new Map<TreePath, boolean>();
  const usual = createLeadTest(trees);
  // Files come folder by folder: only what was found out for the last one is kept.
  let last: { readonly before: TreePath; readonly after: TreePath; readonly near: Memories } | undefined;
  return ({ before, after }, origin, kind) => {
    const comesApart = () => remembered(apart, origin.before, () => isApart(origin.before, trees));
    if (isOpaque(before, kind, comesApart)) return undefined;
    const { scanners, far } = remembered(scopes, origin.scope, () => ({
      scanners: new Map(),
      far: new Map(),
    }));
    if (last?.before !== origin.before || last.after !== origin.after)
      last = { before: origin.before, after: origin.after, near: new Map() };
    const [nearby, distant] = [memoryIn(last.near, kind), memoryIn(far, kind)];
    const scan = remembered(scanners, kind, () => createScanner(origin.scope.before, kind));
    const old = scan(before);
    const now = after === before ? old : scan(after);
    if (now !== old && (old.length > mostQuick || !isFramedAlike(before, old, after, now))) return undefined;
    const verdictOn = (quoted: Quoted, text: string): Verdict['kind'] => {
      const { leads, known } = text.startsWith('.') || quoted.text.startsWith('.') ? nearby : distant;
      const isChanged = text !== quoted.text;
      if (isChanged && !isStaticImport(before, quoted, kind)) return 'defect';
      const settled = isChanged ? undefined : usual(text, origin, leads);
      return (
        settled ??
        remembered(known, `${quoted.text}\n${text}`, () =>
          roughVerdict(quoted.text, text, kind, origin, trees),
        )
      );
    };
    return countAll(old, now, verdictOn, (quoted) => isNamed(before, quoted, kind));
  };
}

function memoryIn(memories: Memories, kind: TextKind): Memory {
  return remembered(memories, kind, () => ({ leads: new Map(), known: new Map() }));
}

function countAll(
  old: readonly Quoted[],
  now: readonly Quoted[],
  verdictOn: (quoted: Quoted, text: string) => Verdict['kind'],
  counts: (quoted: Quoted) => boolean,
): Count[] | undefined {
  const found: Count[] = [];
  for (let index = 0; index < old.length; index += 1) {
    const quoted = old[index] as Quoted;
    const verdict = verdictOn(quoted, now[index]?.text ?? '');
    if (verdict === 'defect') return undefined;
    if (verdict !== 'none' && counts(quoted)) found.push(verdict);
  }
  return found;
}

/** Whether some of what is below a folder may not go where the folder goes. */
function isApart(folder: TreePath, { moves: { moves, held } }: Trees): boolean {
  const isBelow = (place: TreePath) => place !== folder && isInside(place, folder);
  return moves.some(({ from }) => isBelow(from)) || held.some(isBelow);
}

/** Whether two texts differ in nothing but the paths in them, and those say what stands there. */
function isFramedAlike(
  before: string,
  old: readonly Quoted[],
  after: string,
  now: readonly Quoted[],
): boolean {
  if (old.length !== now.length) return false;
  let [from, to] = [0, 0];
  for (const [index, { start, end, text }] of old.entries()) {
    const other = now[index];
    if (!other || before.slice(from, start) !== after.slice(to, other.start)) return false;
    if (text !== other.text && /[\\'"`&<>\s$]/.test(text + other.text)) return false;
    [from, to] = [end, other.end];
  }
  return before.slice(from) === after.slice(to);
}

/** The verdict on a text of which it is not known how it is used: a defect where any use might be one. */
function roughVerdict(
  old: string,
  now: string,
  kind: TextKind,
  origin: TextOrigin,
  trees: Trees,
): Verdict['kind'] {
  const kinds = usesOf(old, kind).map((use) => judge(use, [{ ...use, specifier: now }], origin, trees).kind);
  return kinds.find((one) => one === 'defect') ?? kinds.find((one) => one !== 'none') ?? 'none';
}

function usesOf(text: string, kind: TextKind): RawSpecifier[] {
  const computed = text.indexOf('${');
  if (computed !== -1) return [{ kind: 'module', specifier: text.slice(0, computed), open: true }];
  const plain = { specifier: text, open: false };
  const uses: RawSpecifier[] = [{ ...plain, kind: 'module' }];
  if (/[*?{[(]/.test(text)) uses.push({ ...plain, kind: 'glob' });
  if (text.endsWith('/')) uses.push({ ...plain, kind: 'module', open: true });
  if (kind !== 'script') uses.push({ ...plain, kind: 'style' });
  return uses;
}
