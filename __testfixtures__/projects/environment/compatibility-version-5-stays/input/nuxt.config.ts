export default defineNuxtConfig({ future: { compatibilityVersion: 5 } });
