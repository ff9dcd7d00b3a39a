import { eachWritten } from '../src/plan/config-scopes.ts';
import { typingChanges } from '../src/plan/root-tsconfig.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

export default defineOptionTransform({
  id: 'typescript',
  summary:
    'Moves options from the root tsconfig, and reports TypeScript options that now apply to more files.',
  options: ['typescript.tsConfig', 'typescript.hoist'],
  run(config, { typings, decision, evidence }) {
    const { path, names, findOption } = config.catalogue;
    const { a } = names.variants;
    const changes = (typings && typingChanges(config, typings)) ?? [];
    const option = path['typescript.tsConfig'];
    const message = { what: `Options of ${typings?.file}`, done: `moved to \`${option}\`` };
    const moved = changes.length > 0 ? [{ option, at: config.at, changes, message }] : [];
    // The effect depends on the installed version: a migrated project with the newer one needs no check.
    if (decision.kind === 'migrated' && evidence?.generation !== 'b') return moved;
    return [
      ...moved,
      ...eachWritten(config, [option], ({ name, lookup: { at } }) => {
        const message = `\`${name}\` extends several generated files in ${a}: check that each of its options applies to all of them.`;
        return [{ option: name, at, followUps: [{ code: 'typescript-ts-config', message }] }];
      }),
      ...eachWritten(config, [path['typescript.hoist']], ({ option, name, lookup: { at } }) => {
        // An edition may keep the list as it is.
        if (findOption(option)?.fate.kind !== 'manual') return [];
        const message = `\`${name}\` is added to a longer list in ${a}: check whether your own entries are still needed.`;
        return [{ option: name, at, followUps: [{ code: 'typescript-hoist', message }] }];
      }),
    ];
  },
});
