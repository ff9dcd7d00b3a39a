import { remembered } from '../../project/remembered.ts';
import { parentOf, type TreePath } from '../../project/snapshot.ts';
import { type RawSpecifier, readAfter, readBefore, type TextOrigin } from './reference-reading.ts';
import type { Trees } from './reference-trees.ts';

/** Starts of paths up to their last slash, with what is told of the names behind; good for one folder, or one scope. */
export type Leads = Map<string, NameTest>;

/** Whether a name reaches the same file in both trees, or nothing in either; nothing where more must be looked at. */
type NameTest = (name: string) => 'same' | 'broken' | undefined;

/** Tells of the usual texts at once that they reach what they reached: files that keep all their neighbours. */
export type LeadTest = (text: string, origin: TextOrigin, leads: Leads) => 'same' | 'broken' | undefined;

const plainPath = /^[~@#]?[\w.~@/-]*\/[\w.-]*[\w-]$/;

export function createLeadTest(trees: Trees): LeadTest {
  const folders = new Map<TreePath, NameTest>();
  const learn = (lead: string, origin: TextOrigin, leads: Leads): NameTest => {
    const folder = settledFolder(lead, origin, trees);
    const test = folder === undefined ? unknown : remembered(folders, folder, () => namesIn(folder, trees));
    leads.set(lead, test);
    return test;
  };
  return (text, origin, leads) => {
    if (!plainPath.test(text)) return undefined;
    const slash = text.lastIndexOf('/') + 1;
    const lead = text.slice(0, slash);
    return (leads.get(lead) ?? learn(lead, origin, leads))(text.slice(slash));
  };
}

const unknown: NameTest = () => undefined;

/** The folder that a text means, if it means the same one afterwards and nothing in it is lost or added. */
function settledFolder(lead: string, origin: TextOrigin, trees: Trees): TreePath | undefined {
  const places = lead.startsWith('.') ? relativePlaces(lead, origin) : aliasPlaces(lead, origin, trees);
  if (!places || places.after !== trees.moves.after(places.before)) return undefined;
  const isKnown = trees.before.tree.isListed(places.before) && trees.isCarried(places.before);
  return isKnown ? places.before : undefined;
}

interface Places {
  readonly before: TreePath;
  readonly after: TreePath;
}

const climbing = /^(?:\.\/)?((?:\.\.\/)*)((?:[\w-][\w.-]*\/)*)$/;

/** Most relative texts only climb and then descend. */
function relativePlaces(lead: string, { before, after }: TextOrigin): Places | undefined {
  const [, up, down] = climbing.exec(lead) ?? [];
  if (up === undefined || down === undefined) return undefined;
  const levels = up.length / 3;
  const [from, to] = [climbed(before, levels), climbed(after, levels)];
  if (from === undefined || to === undefined) return undefined;
  const rest = down.slice(0, -1);
  return { before: joined(from, rest), after: joined(to, rest) };
}

function climbed(folder: TreePath, levels: number): TreePath | undefined {
  let place = folder;
  for (let level = 0; level < levels; level += 1) {
    if (place === '') return undefined;
    place = parentOf(place);
  }
  return place;
}

function joined(folder: TreePath, rest: string): TreePath {
  return folder === '' || rest === '' ? folder || rest : `${folder}/${rest}`;
}

function aliasPlaces(lead: string, origin: TextOrigin, trees: Trees): Places | undefined {
  const { before, after } = origin.scope;
  // An alias of several parts does not mean what is in the folder that it seems to name.
  for (const table of [before, after])
    for (const name of table.keys()) if (name.startsWith(lead)) return undefined;
  const use: RawSpecifier = { kind: 'module', specifier: lead, open: false };
  const [old, now] = [readBefore(use, origin, trees), readAfter(use, origin)];
  return old && now && { before: old.place, after: now.place };
}

function namesIn(folder: TreePath, { before }: Trees): NameTest {
  const known = new Map<string, 'same' | 'broken' | 'unknown'>();
  const learn = (name: string): 'same' | 'broken' | 'unknown' => {
    const place = joined(folder, name);
    if (!before.mayBe(place)) return 'broken';
    const file = before.fileAt(place, 'modules');
    // The index of a folder has other neighbours.
    return file === undefined || file.startsWith(`${place}/`) ? 'unknown' : 'same';
  };
  return (name) => {
    let told = known.get(name);
    if (told === undefined) {
      told = learn(name);
      known.set(name, told);
    }
    return told === 'unknown' ? undefined : told;
  };
}
