export default defineFwConfig({
  bundler1: { css: { preprocessorOptions: { scss: { additionalData: '@use "~/styles/vars";' } } } },
  tailwind: { css: ['~/styles/tailwind.css'] },
})
