export default defineNuxtConfig({ ssr: false, experimental: { spaLoadingTemplateLocation: 'within' } });
