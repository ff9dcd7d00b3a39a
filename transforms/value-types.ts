/** Values of the wrong type: `ssr: 'no'` where true or false is expected. */

import type { Option, OptionNode, ValueType } from '../src/catalogue/index.ts';
import type { OptionPathParts } from '../src/config/change.ts';
import type { ConfigScope } from '../src/config/document.ts';
import type { Entry } from '../src/config/lookup.ts';
import type { Finding } from '../src/plan/definition.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

export default defineOptionTransform({
  id: 'value-types',
  summary: 'Reports values of the wrong type.',
  asksOnly: true,
  options: ({ options }) => [...options.keys()],
  run: ({ scopes, catalogue }) =>
    scopes.flatMap((scope) => checkEntries(scope, [], catalogue.optionTree)),
});

/** Checks the entries of an option against the tree of options. */
function checkEntries(
  scope: ConfigScope,
  path: OptionPathParts,
  { children }: OptionNode,
): Finding[] {
  return (scope.entries(path)?.list ?? []).flatMap((entry): Finding[] => {
    const node = children.get(typeof entry.key === 'number' ? '[]' : entry.key);
    if (!node) return [];
    const wrong = node.option && checkValue(scope, entry, node.option);
    if (wrong) return [wrong];
    const hasParts = node.children.size > 0 && node.option?.keys !== 'passed-on';
    return hasParts ? checkEntries(scope, entry.path, node) : [];
  });
}

function checkValue(scope: ConfigScope, entry: Entry, option: Option): Finding | undefined {
  const { type, lookup } = entry;
  if (type === undefined || lookup.kind === 'absent') return undefined;
  const fitsType = option.types.includes(type);
  if (fitsType && !option.oneOf) return undefined;
  const listed = option.oneOf?.filter((value) => typeof value === type) ?? [];
  if (fitsType && listed.length === 0) return undefined;
  const value = lookup.kind === 'static' ? lookup.value : undefined;
  if (fitsType && (lookup.kind === 'dynamic' || listed.some((item) => item === value)))
    return undefined;
  const name = scope.nameOf(entry.path);
  const actual = fitsType ? JSON.stringify(value) : article(type);
  const allowed = fitsType ? listed.map((item) => JSON.stringify(item)) : option.types.map(article);
  const message = `\`${name}\` is ${actual}; expected ${orList(allowed)}.`;
  return { option: name, at: lookup.at, followUps: [{ code: 'value-type', message }] };
}

function article(type: ValueType): string {
  return type === 'null' ? type : `${/^[ao]/.test(type) ? 'an' : 'a'} ${type}`;
}

function orList(list: readonly string[]): string {
  return list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} or ${list.at(-1)}`;
}
