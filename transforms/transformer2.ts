import { type Catalogue, parentOf, perCatalogue } from '../src/catalogue/index.ts';
import type { ConfigDocument, ConfigScope } from '../src/config/document.ts';
import type { Entry } from '../src/config/entries.ts';
import { optionName } from '../src/plan/config-scopes.ts';
import type { Finding } from '../src/plan/definition.ts';
import { moveValue } from '../src/plan/moving-options.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

/** The group that all keys move to, including keys that the catalogue does not list. */
const targetIn = perCatalogue(({ path, optionsUnder }) => {
  const source = path['transformer2.transform.options'];
  const [target = ''] = optionsUnder(source).flatMap(({ fate }) =>
    fate.kind === 'moved' && fate.merge === 'target-wins' ? (parentOf(fate.to) ?? []) : [],
  );
  return target;
});

function isMoved({ findOption }: Catalogue, option: string): boolean {
  const row = findOption(option);
  return !row || row.fate.kind === 'moved';
}

export default defineOptionTransform({
  id: 'transformer2',
  summary:
    'Moves the options of the second transformer, which the newer variant no longer has, to the first.',
  options: ({ path: { transformer2 }, optionsThat }) =>
    optionsThat(({ path }) => path === transformer2 || path.startsWith(`${transformer2}.`)),
  run: (config) =>
    config.scopes.flatMap((scope): Finding[] => {
      // An edition may keep these options.
      if (targetIn(config.catalogue) === '') return [];
      const source = config.catalogue.path['transformer2.transform.options'];
      const entries = scope.entries(source);
      if (entries?.complete)
        return entries.list
          .filter(({ key }) => isMoved(config.catalogue, `${source}.${key}`))
          .map((entry) => moveOption(config, scope, entry));
      const group = scope.lookup(source);
      if (group.kind !== 'dynamic' || !group.written) return [];
      const name = optionName(scope, source.split('.'));
      const message = `\`${name}\` ${group.why}: move its options to \`${targetIn(config.catalogue)}\` manually.`;
      return [{ option: name, at: group.at, followUps: [{ code: 'not-written', message }] }];
    }),
});

function moveOption(config: ConfigDocument, scope: ConfigScope, { path, at }: Entry): Finding {
  const target = [...targetIn(config.catalogue).split('.'), path.at(-1) ?? ''];
  const to = target.join('.');
  const message = `\`${optionName(scope, path)}\` moves to \`${to}\`: build the project and check the result.`;
  const moving = {
    ...{ path, at, to, moved: [{ code: 'transformer2-moved', message } as const] },
    lost: (why: string) => [{ code: 'transformer2-conflict', message: why } as const],
  };
  return moveValue(config, scope, moving, target);
}
