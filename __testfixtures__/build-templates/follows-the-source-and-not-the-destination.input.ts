export default defineFwConfig({
  build: {
    templates: [
      { src: './templates/routes.ts', dst: 'templates/routes.ts' },
      { src: '~/assets/icons.ts', dst: './assets/icons.ts' },
      { src: '~/templates/menu.ts', dst: 'menu.ts' },
    ],
  },
})
