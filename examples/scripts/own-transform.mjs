// A transform of our own for Nuxt configs. Together with the migration, or alone:
//
//   fw-migrate v4 --transform ./own-transform.mjs
//   fw-migrate transform ./own-transform.mjs nuxt.config.ts
//
// In a script: planMigration(readSnapshot('.'), { transforms: [ownTransform] })
import { defineTransform } from 'fw-migrate';

export default defineTransform({
  id: 'our-hosting',
  // Names of options are those of Nuxt.
  move: { 'generate.exclude': 'nitro.prerender.ignore' },
  mapValue: {
    'nitro.preset': (preset) => (preset === 'vercel-edge' ? 'vercel' : undefined),
    modules: (names) => names.map((name) => (name === '@acme/nuxt-auth' ? '@acme/auth/nuxt' : name)),
  },
});
