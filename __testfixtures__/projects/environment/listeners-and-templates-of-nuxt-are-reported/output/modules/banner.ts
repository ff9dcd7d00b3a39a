import { addTemplate, defineNuxtModule } from '@nuxt/kit';

export default defineNuxtModule({
  setup() {
    addTemplate({ filename: 'banner.js', src: './templates/banner.js' });
  },
});
