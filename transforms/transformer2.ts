import { type Catalogue, parentOf } from '../src/catalogue/index.ts';
import type { ConfigDocument, ConfigScope } from '../src/config/document.ts';
import type { Entry } from '../src/config/reading.ts';
import { moveValue } from '../src/plan/moving-options.ts';
import { optionName } from '../src/plan/rebasing.ts';
import { defineOptionTransform, type Finding } from '../src/plan/transform.ts';

/** Keys that the reference does not list go the same way as those that it does. */
function targetOf({ path, optionsUnder }: Catalogue): string {
  const source = path['transformer2.transform.options'];
  const [target = ''] = optionsUnder(source).flatMap(({ fate }) =>
    fate.kind === 'moved' && fate.merge === 'target-wins' ? (parentOf(fate.to) ?? []) : [],
  );
  return target;
}

function isMoved({ findOption }: Catalogue, option: string): boolean {
  const known = findOption(option);
  return !known || known.fate.kind === 'moved';
}

export default defineOptionTransform({
  id: 'transformer2',
  summary:
    'Moves the options of the second transformer, which the newer variant no longer has, to the first.',
  options: ({ path: { transformer2 }, optionsThat }) =>
    optionsThat(({ path }) => path === transformer2 || path.startsWith(`${transformer2}.`)),
  run: (config) =>
    config.scopes.flatMap((scope): Finding[] => {
      const source = config.catalogue.path['transformer2.transform.options'];
      const entries = scope.entries(source);
      if (entries?.complete)
        return entries.list
          .filter(({ key }) => isMoved(config.catalogue, `${source}.${key}`))
          .map((entry) => moveOption(config, scope, entry));
      const group = scope.lookup(source);
      if (group.kind !== 'dynamic' || !group.written) return [];
      const name = optionName(scope, source.split('.'));
      const message = `\`${name}\` ${group.why}: move its options to \`${targetOf(config.catalogue)}\` manually.`;
      return [{ option: name, at: group.at, followUps: [{ code: 'not-written', message }] }];
    }),
});

function moveOption(config: ConfigDocument, scope: ConfigScope, { path, at }: Entry): Finding {
  const option = optionName(scope, path);
  const target = targetOf(config.catalogue);
  const key = path.at(-1) ?? '';
  const move = moveValue(config, scope, path, [...target.split('.'), key]);
  if (move.kind === 'undecided') {
    const message = `\`${option}\` is kept, because \`${target}.${key}\` is only set under a condition and would take precedence: move it manually.`;
    return { option, at, followUps: [{ code: 'not-written', message }] };
  }
  const { changes } = move;
  if (move.kind === 'moved') {
    const message = `\`${option}\` moved to \`${target}.${key}\`: build the project and check the result.`;
    return {
      option,
      at,
      changes,
      message: `\`${option}\` moves to \`${target}.${key}\``,
      followUps: [{ code: 'transformer2-moved', message }],
    };
  }
  const lost = `\`${target}.${key}\` is already set and takes precedence; \`${option}\` was ${move.text}.`;
  return {
    option,
    at,
    changes,
    message: `\`${option}\` is removed: \`${target}.${key}\` is set`,
    followUps: [{ code: 'transformer2-conflict', message: lost }],
  };
}
