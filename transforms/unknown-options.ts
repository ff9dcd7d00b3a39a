import {
  findOption,
  isClosed,
  names,
  nearestOption,
  type OptionPath,
  optionsThat,
} from '../src/catalogue/index.ts';
import { pathParts } from '../src/config/change.ts';
import type { ConfigScope } from '../src/config/document.ts';
import type { Entry } from '../src/config/reading.ts';
import { optionName } from '../src/plan/rebasing.ts';
import { defineOptionTransform, type Finding } from '../src/plan/transform.ts';

// `generate` has a transform of its own, which says more about what it holds.
const groups = optionsThat((option) => isClosed(option) && option.path !== 'generate');
const olderKeys: ReadonlySet<string> = new Set(names.olderGenerationKeys);

export default defineOptionTransform({
  id: 'unknown-options',
  summary: 'Points at options that neither variant knows, and at what was probably meant.',
  asksOnly: true,
  options: groups,
  run(config) {
    const findings: Finding[] = [];
    for (const scope of config.scopes) {
      for (const entry of scope.entries([])?.list ?? []) {
        const finding = checkTopLevel(scope, entry);
        if (finding) findings.push(finding);
      }
      for (const group of groups) findings.push(...checkGroup(scope, group));
    }
    return findings;
  },
});

function checkGroup(scope: ConfigScope, group: OptionPath): Finding[] {
  const findings: Finding[] = [];
  const entries = scope.entries(group);
  for (const entry of entries?.list ?? []) {
    if (typeof entry.key === 'number' || findOption(`${group}.${entry.key}`)) continue;
    const { path } = entry;
    const name = path.join('.');
    const message = `\`${name}\` is not an option of either variant.${suggestion(name)}`;
    const followUps = [{ code: 'unknown-option', message } as const];
    findings.push({ option: optionName(scope, path), at: entry.at, followUps });
  }
  if (entries?.complete) return findings;
  const lookup = scope.lookup(group);
  if (lookup.kind === 'dynamic' && lookup.written && (entries || lookup.type === undefined)) {
    const option = optionName(scope, pathParts(group));
    const message = `\`${option}\` ${lookup.why}: what that sets was not migrated.`;
    findings.push({ option, at: lookup.at, followUps: [{ code: 'unreadable-part', message }] });
  }
  return findings;
}

/** Any key may be a module's options; only a slip of a known one, or one of an older generation, says something. */
function checkTopLevel(scope: ConfigScope, entry: Entry): Finding | undefined {
  const name = String(entry.key);
  if (findOption(name) || name.startsWith('$')) return undefined;
  const { path, at } = entry;
  const option = optionName(scope, path);
  if (olderKeys.has(name)) {
    const message = `\`${name}\` belongs to the generation before Variant B: bring the project to Variant B first.`;
    return { option, at, followUps: [{ code: 'older-generation', message }] };
  }
  const meant = suggestion(name);
  if (meant === '') return undefined;
  const message = `\`${name}\` is not an option of either variant.${meant} If a module reads it, leave it.`;
  return { option, at, followUps: [{ code: 'unknown-option', message }] };
}

function suggestion(name: string): string {
  const near = nearestOption(name);
  return near ? ` Did you mean \`${near.path}\`?` : '';
}
