import type { Catalogue } from '../src/catalogue/index.ts';
import { type OptionPathParts, showPath } from '../src/config/change.ts';
import type { ConfigDocument, ConfigScope } from '../src/config/document.ts';
import type { Entry } from '../src/config/entries.ts';
import type { Lookup } from '../src/config/lookup.ts';
import { optionName } from '../src/plan/config-scopes.ts';
import type { Finding } from '../src/plan/definition.ts';
import type { FollowUpNote } from '../src/plan/follow-up.ts';
import { moveList } from '../src/plan/moving-options.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

export default defineOptionTransform({
  id: 'generate',
  summary: 'Moves the routes in `generate` to the prerender options of the server engine.',
  options: ['generate', 'generate.routes', 'generate.exclude'],
  run: (config) => config.scopes.flatMap((scope) => moveRoutes(config, scope)),
});

function moveRoutes(config: ConfigDocument, scope: ConfigScope): Finding[] {
  const { catalogue } = config;
  const { generate } = catalogue.path;
  const entries = scope.entries(generate);
  if (!entries) {
    const group = scope.lookup(generate);
    return group.kind === 'dynamic' && group.written
      ? [reportOnly(scope, [generate], group, dynamic(catalogue, generate, group))]
      : [];
  }
  return entries.list.flatMap((entry) => {
    const row = catalogue.findOption(`${generate}.${entry.key}`);
    if (!row) return [unknownKey(catalogue, scope, entry)];
    const { fate } = row;
    return fate.kind === 'moved' && fate.merge === 'append' ? moveEntry(config, scope, entry, fate.to) : [];
  });
}

function reportOnly(
  scope: ConfigScope,
  path: OptionPathParts,
  { at }: { at: Finding['at'] },
  note: FollowUpNote,
): Finding {
  return { option: optionName(scope, path), at, followUps: [note] };
}

function dynamic({ path }: Catalogue, name: string, { why }: { why: string }): FollowUpNote {
  return {
    code: 'generate-dynamic',
    message: `\`${name}\` ${why}: if it is a list, move it to \`${path['serverEngine.prerender']}\` manually.`,
  };
}

function unknownKey({ names, path: paths }: Catalogue, scope: ConfigScope, { path, at }: Entry): Finding {
  const name = optionName(scope, path);
  const message = `\`${name}\` is unknown, and ${names.variants.a} has no \`${paths.generate}\`: check whether it is still needed.`;
  return reportOnly(scope, path, { at }, { code: 'generate-unknown', message });
}

function moveEntry(
  config: ConfigDocument,
  scope: ConfigScope,
  { path, lookup }: Entry,
  target: string,
): Finding[] {
  const { catalogue } = config;
  const name = optionName(scope, path);
  if (lookup.kind === 'absent' || (lookup.kind === 'static' && !Array.isArray(lookup.value))) return [];
  if (lookup.kind === 'dynamic' && lookup.type === 'function') {
    const message = `\`${name}\` is a function, but \`${target}\` takes a list: compute the routes before exporting the config.`;
    return [reportOnly(scope, path, lookup, { code: 'generate-routes-function', message })];
  }
  if (lookup.kind === 'dynamic' && lookup.type !== 'array')
    return [reportOnly(scope, path, lookup, dynamic(catalogue, name, lookup))];
  const move = moveList(config, scope, path, target);
  if (move.kind !== 'moved') {
    const message =
      move.kind === 'computed'
        ? `\`${name}\` cannot be added to \`${target}\`, which is computed: merge the two manually.`
        : `\`${name}\` is kept, because a condition replaces \`${target}\`: merge the two manually.`;
    return [reportOnly(scope, path, lookup, { code: 'generate-target', message })];
  }
  const active = `\`${name}\` had no effect in ${catalogue.names.variants.b} and takes effect now, as \`${target}\`: check that nothing is excluded by mistake.`;
  return [
    {
      option: name,
      at: lookup.at,
      changes: move.changes,
      message: { what: `\`${name}\``, done: `moved to \`${target}\`` },
      followUps:
        showPath(path) === catalogue.path['generate.exclude'] && !isEmpty(lookup)
          ? [{ code: 'generate-exclude-active', message: active }]
          : [],
    },
  ];
}

function isEmpty(lookup: Lookup): boolean {
  return lookup.kind === 'static' && Array.isArray(lookup.value) && lookup.value.length === 0;
}
