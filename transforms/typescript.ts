import { eachWritten } from '../src/plan/config-scopes.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

export default defineOptionTransform({
  id: 'typescript',
  summary: 'Reports TypeScript options that now apply to more files.',
  asksOnly: true,
  options: ['typescript.tsConfig', 'typescript.hoist'],
  run(config, { decision, evidence }) {
    // The effect depends on the installed version: a migrated project with the newer one needs no check.
    if (decision.kind === 'migrated' && evidence?.generation !== 'b') return [];
    const { path, names, findOption } = config.catalogue;
    const { a } = names.variants;
    return eachWritten(
      config,
      [path['typescript.tsConfig'], path['typescript.hoist']],
      ({ option, name, lookup: { at } }) => {
        if (option === path['typescript.tsConfig']) {
          const message = `\`${name}\` extends several generated files in ${a}: check that each of its options applies to all of them.`;
          return [{ option: name, at, followUps: [{ code: 'typescript-ts-config', message }] }];
        }
        // An edition may keep the list as it is.
        if (findOption(option)?.fate.kind !== 'manual') return [];
        const message = `\`${name}\` is added to a longer list in ${a}: check whether your own entries are still needed.`;
        return [{ option: name, at, followUps: [{ code: 'typescript-hoist', message }] }];
      },
    );
  },
});
