export default defineNuxtRouteMiddleware((to) => {
  console.log(to.meta.name);
});
