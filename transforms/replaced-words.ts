/** Code that the newer variant reads otherwise: writes what does the same in both, where only one text is right. */

import { defineOptionTransform } from '../src/plan/transform.ts';

export default defineOptionTransform({
  id: 'replaced-words',
  summary: 'Writes what the newer variant reads instead of words that it no longer knows.',
  options: [
    'experimental.defaults.useAsyncData.value',
    'experimental.defaults.useAsyncData.errorValue',
  ],
  rewrites: (behaviour) => behaviour !== 'deep-data',
  run: () => [],
});
