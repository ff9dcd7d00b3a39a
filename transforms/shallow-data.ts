/** Fetched data, which is no longer deeply reactive: writes `deep: true` into calls whose nested data is changed. */

import { defineOptionTransform } from '../src/plan/transform.ts';

export default defineOptionTransform({
  id: 'shallow-data',
  summary: 'Adds `deep: true` to calls whose nested data is mutated.',
  options: ['experimental.defaults.useAsyncData.deep'],
  rewrites: (behaviour) => behaviour === 'deep-data',
  run: () => [],
});
