export default defineNuxtModule({ setup() {} });
