import { isWritten } from '../src/config/lookup.ts';
import { optionName } from '../src/plan/rebasing.ts';
import { defineOptionTransform, type Finding } from '../src/plan/transform.ts';
import type { FollowUpCode } from '../src/reference/follow-ups.ts';

const notes = {
  'typescript.tsConfig': {
    code: 'typescript-ts-config',
    message:
      'extends several generated files in Variant A: see that each of its options belongs in all of them.',
  },
  'typescript.hoist': {
    code: 'typescript-hoist',
    message: 'is added to a longer list in Variant A: see whether the own entries are still needed.',
  },
} as const satisfies { readonly [option: string]: { code: FollowUpCode; message: string } };

const options = ['typescript.tsConfig', 'typescript.hoist'] as const;

export default defineOptionTransform({
  id: 'typescript',
  summary: 'Asks to look at typing options that mean more in Variant A.',
  options,
  run: (config) =>
    config.scopes.flatMap((scope) =>
      options.flatMap((option): Finding[] => {
        const lookup = scope.lookup(option);
        if (!isWritten(lookup)) return [];
        const name = optionName(scope, option.split('.'));
        const { code, message } = notes[option];
        return [{ option: name, at: lookup.at, followUps: [{ code, message: `\`${name}\` ${message}` }] }];
      }),
    ),
});
