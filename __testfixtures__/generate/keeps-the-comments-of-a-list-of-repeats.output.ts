export default defineFwConfig({
  serverEngine: {
    prerender: {
      ignore: [
        '/admin',
        '/drafts',
        // Drafts are not public.
        '/drafts',
      ],
      routes: [
        // Linked from the app only.
      ],
    },
  },
})
