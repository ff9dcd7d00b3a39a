export default defineNuxtPlugin(() => ({ provide: { greeting: 'hello from a plugin' } }))
