import { createResolver } from '@nuxt/kit';
import { fileURLToPath } from 'node:url';

const { resolve } = createResolver(import.meta.url);

export default defineNuxtConfig({
  hooks: {
    'pages:extend'(pages) {
      pages.push({ name: 'a', path: '/a', file: '~/pages/parts/a.vue' });
      pages.push({ name: 'b', path: '/b', file: resolve('./app/pages/parts/b.vue') });
      pages.push({ name: 'c', path: '/c', file: fileURLToPath(new URL('./views/c.vue', import.meta.url)) });
      pages.push({ name: 'd', path: '/d', file: '@@/views/c.vue' });
    },
  },
});
