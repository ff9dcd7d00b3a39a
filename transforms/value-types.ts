import type { OptionPathParts } from '../src/config/change.ts';
import type { ConfigScope, Entry } from '../src/config/document.ts';
import { optionName } from '../src/plan/rebasing.ts';
import { defineOptionTransform, type Finding } from '../src/plan/transform.ts';
import { findOption, type Option, type OptionPath, options, type ValueType } from '../src/reference/index.ts';

/** What other tools or the project itself read: its kinds are theirs to check. */
const handedOn: ReadonlySet<string> = new Set([
  'appConfig',
  'bundler1',
  'bundler2',
  'hooks',
  'routeRules',
  'runtimeConfig',
  'serverEngine',
  'ui',
] satisfies OptionPath[]);

export default defineOptionTransform({
  id: 'value-types',
  summary: 'Points at values of a kind that the reference does not allow.',
  options: [...options.keys()],
  run: (config) => config.scopes.flatMap((scope) => checkEntries(scope, [], '')),
});

/** Walks what the config sets, beside the options as the reference names them (`plugins[].mode`). */
function checkEntries(scope: ConfigScope, path: OptionPathParts, group: string): Finding[] {
  const entries = scope.entries(path)?.list ?? [];
  return entries.flatMap((entry) => {
    const key = entry.path.at(-1);
    const name = typeof key === 'number' ? `${group}[]` : group === '' ? String(key) : `${group}.${key}`;
    const option = findOption(name);
    const wrong = option ? checkValue(scope, entry, option) : [];
    if (wrong.length > 0 || handedOn.has(name) || !(option || typeof key === 'number')) return wrong;
    return checkEntries(scope, entry.path, name);
  });
}

function checkValue(scope: ConfigScope, entry: Entry, option: Option): Finding[] {
  const { path, type } = entry;
  if (type === undefined) return [];
  const known = option.types.includes(type);
  const listed = option.oneOf?.filter((value) => typeof value === type) ?? [];
  if (known && listed.length === 0) return [];
  const { lookup } = entry;
  if (lookup.kind === 'absent') return [];
  const value = lookup.kind === 'static' ? lookup.value : undefined;
  if (known && (lookup.kind === 'dynamic' || listed.some((one) => one === value))) return [];
  const name = optionName(scope, path);
  const found = known ? JSON.stringify(value) : article(type);
  const allowed = known ? listed.map((one) => JSON.stringify(one)) : option.types.map(article);
  const message = `\`${name}\` is ${found}, and the reference allows ${orList(allowed)}.`;
  return [{ option: name, at: lookup.at, followUps: [{ code: 'value-type', message }] }];
}

function article(type: ValueType): string {
  if (type === 'null') return 'null';
  return `${/^[ao]/.test(type) ? 'an' : 'a'} ${type}`;
}

function orList(list: readonly string[]): string {
  return list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} or ${list.at(-1)}`;
}
