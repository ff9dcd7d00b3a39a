export default defineNuxtPlugin(() => {
  const state = window.__NUXT__?.state;
  console.log(state);
});
