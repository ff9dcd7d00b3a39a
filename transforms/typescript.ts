/** Options for types: takes over those of the root tsconfig, which no longer apply there. */

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
    const asked = [
      {
        code: 'typescript-ts-config',
        of: option,
        what: `extends several generated files in ${a}: check that each of its options applies to all of them.`,
      },
      {
        code: 'typescript-hoist',
        of: path['typescript.hoist'],
        what: `is added to a longer list in ${a}: check whether your own entries are still needed.`,
      },
    ] as const;
    // In an edition, an option may have the same effect as before.
    const changed = asked.filter(({ of }) => findOption(of)?.fate.kind === 'manual');
    return [
      ...moved,
      ...changed.flatMap(({ code, of, what }) =>
        eachWritten(config, [of], ({ name, lookup: { at } }) => [
          { option: name, at, followUps: [{ code, message: `\`${name}\` ${what}` }] },
        ]),
      ),
    ];
  },
});
