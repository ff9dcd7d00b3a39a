import { defineConfig } from 'unocss';

export default defineConfig({
  content: {
    filesystem: ['content/**/*.md'],
  },
});
