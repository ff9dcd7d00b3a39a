import type { Expr, Member, ObjectValue, Property } from '../value.ts';
import type { Evaluator } from './evaluator.ts';

/** Whether an object has a key: found (with what it hides), proven absent, or not to be known. */
export type MemberResult =
  | {
      readonly kind: 'found';
      readonly member: Property;
      readonly hidden: readonly Property[];
      /** What may hold the key too, and would count if the member were not there. */
      readonly below?: { readonly what: string; readonly at: Expr };
    }
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'unknown';
      readonly why: string;
      readonly at: Expr;
      /** The member that counts if nothing overrides it. */
      readonly written?: Property;
    };

/** Looks a key up in an object that is not merged from layers: the last member that has it counts. */
export function findMember(evaluator: Evaluator, object: ObjectValue, key: string): MemberResult {
  const plain = evaluator.byKey(object);
  if (plain) {
    const member = plain.get(key);
    return member ? { kind: 'found', member, hidden: [] } : { kind: 'absent' };
  }
  const about = evaluator.members(object).filter((member) => (member.key ?? key) === key);
  const last = about.at(-1);
  if (!last) return { kind: 'absent' };
  const earlier = about.slice(0, -1);
  if (last.kind === 'unknown') {
    const why = `may be set by ${last.what}`;
    const written = earlier.findLast((other) => other.kind === 'property');
    return written ? { kind: 'unknown', why, at: last.at, written } : { kind: 'unknown', why, at: last.at };
  }
  if (last.conditional) {
    const at = { node: last.node, scope: last.scope };
    return { kind: 'unknown', why: 'is set only under a condition', at };
  }
  const hidden = earlier.filter((other) => other.kind === 'property');
  const below = earlier.findLast((other) => other.kind === 'unknown');
  return below ? { kind: 'found', member: last, hidden, below } : { kind: 'found', member: last, hidden };
}

/** The members by key, or nothing where a key is in doubt or there twice: then it matters which comes last. */
export function plainMembers(members: readonly Member[]): Map<string, Property> | null {
  const keys = new Map<string, Property>();
  for (const member of members) {
    if (member.kind === 'unknown' || member.conditional || keys.has(member.key)) return null;
    keys.set(member.key, member);
  }
  return keys;
}
