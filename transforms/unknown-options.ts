/** Options that the framework does not know: reports them, mostly typos, with the nearest name. */

import { type Catalogue, perCatalogue } from '../src/catalogue/index.ts';
import type { ConfigScope } from '../src/config/document.ts';
import type { Entry } from '../src/config/lookup.ts';
import type { Finding } from '../src/plan/definition.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import type { Generation } from '../src/tree/package-json.ts';

const closedGroups = perCatalogue(({ optionsThat, isClosed }) => optionsThat(isClosed));

export default defineOptionTransform({
  id: 'unknown-options',
  summary: 'Reports unknown options, with a suggestion.',
  asksOnly: true,
  options: closedGroups,
  run({ catalogue, scopes }, { evidence }) {
    const groups = closedGroups(catalogue);
    return scopes.flatMap((scope) => [
      ...(scope.entries([])?.list ?? []).flatMap(
        (entry) => checkTopLevel(catalogue, scope, entry, evidence?.generation) ?? [],
      ),
      ...groups.flatMap((group) => checkGroup(catalogue, scope, group)),
    ]);
  },
});

function checkGroup(catalogue: Catalogue, scope: ConfigScope, group: string): Finding[] {
  const entries = scope.entries(group);
  const unknown = (entries?.list ?? []).filter(
    ({ key }) => typeof key !== 'number' && !catalogue.findOption(`${group}.${key}`),
  );
  const findings = unknown.map(({ path, at }): Finding => {
    const name = path.join('.');
    const message = `\`${name}\` is not an option of either variant.${suggestion(catalogue, name)}`;
    return { option: scope.nameOf(path), at, followUps: [{ code: 'unknown-option', message }] };
  });
  // A computed `generate` is reported together with what has to move.
  if (entries?.complete || group === catalogue.path.generate) return findings;
  const lookup = scope.lookup(group);
  const isUnread =
    lookup.kind === 'dynamic' && lookup.written && (entries || lookup.type === undefined);
  if (!isUnread) return findings;
  const option = scope.nameOf(group);
  const message = `\`${option}\` ${lookup.why}: options that come from there were not migrated.`;
  return [
    ...findings,
    { option, at: lookup.at, followUps: [{ code: 'unreadable-part', message }] },
  ];
}

/** Any key may hold a module's options, so only typos and keys of an older generation are reported. */
function checkTopLevel(
  catalogue: Catalogue,
  scope: ConfigScope,
  entry: Entry,
  generation: Generation | undefined,
): Finding | undefined {
  const name = String(entry.key);
  if (catalogue.findOption(name) || name.startsWith('$')) return undefined;
  const { path, at } = entry;
  const option = scope.nameOf(path);
  const { olderGenerationKeys, variants } = catalogue.names;
  if (olderGenerationKeys.includes(name) && generation !== undefined) {
    const message = `\`${name}\` is from a version older than ${variants.b}, and has no effect: remove it.`;
    return { option, at, followUps: [{ code: 'unknown-option', message }] };
  }
  if (olderGenerationKeys.includes(name)) {
    const message = `\`${name}\` is older than ${variants.b}: upgrade the project to ${variants.b} first.`;
    return { option, at, followUps: [{ code: 'older-generation', message }] };
  }
  const meant = suggestion(catalogue, name);
  if (meant === '') return undefined;
  const message = `\`${name}\` is not an option of either variant.${meant} If a module reads it, leave it.`;
  return { option, at, followUps: [{ code: 'unknown-option', message }] };
}

function suggestion(catalogue: Catalogue, name: string): string {
  const near = catalogue.nearestOption(name);
  return near ? ` Did you mean \`${near.path}\`?` : '';
}
