export default defineNuxtRouteMiddleware(() => navigateTo('/'))
