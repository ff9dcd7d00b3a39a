export default defineFwConfig({
  generate: {
    // Drafts are not public.
    exclude: ['/drafts'],
    routes: [
      // Linked from the app only.
    ],
  },
  serverEngine: {
    prerender: {
      ignore: ['/admin', '/drafts'],
    },
  },
})
