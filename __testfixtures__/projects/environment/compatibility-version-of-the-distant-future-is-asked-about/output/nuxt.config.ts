export default defineNuxtConfig({ future: { compatibilityVersion: 9 } });
