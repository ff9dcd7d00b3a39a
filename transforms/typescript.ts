import { eachWritten } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

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
} as const;

const options = ['typescript.tsConfig', 'typescript.hoist'] as const;

export default defineOptionTransform({
  id: 'typescript',
  summary: 'Asks to look at typing options that mean more in Variant A.',
  options,
  asksOnly: true,
  run: (config) =>
    eachWritten(config, options, ({ option, name, lookup: { at } }) => {
      const { code, message } = notes[option];
      return [{ option: name, at, followUps: [{ code, message: `\`${name}\` ${message}` }] }];
    }),
});
