export default defineFwConfig({
  build: { templates: [{ src: templateFile(), dst: 'a.ts' }, ...moreTemplates] },
})
