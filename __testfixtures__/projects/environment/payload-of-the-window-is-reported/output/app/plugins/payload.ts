export default defineNuxtPlugin((nuxtApp) => {
  console.log(nuxtApp.payload.state);
});
