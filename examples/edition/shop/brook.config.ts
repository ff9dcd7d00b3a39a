import { defineBrookConfig } from 'brook/config';

export default defineBrookConfig({
  modules: ['@brook/store'],

  // Pages are called views here.
  dir: { pages: 'views' },

  generate: { routes: ['/', '/baskets'] },
  edgeRoutes: ['/sitemap.xml'],
  legacyBridge: false,

  brookServer: { compressPublicAssets: true },
  packer: { clearScreen: false },
});
