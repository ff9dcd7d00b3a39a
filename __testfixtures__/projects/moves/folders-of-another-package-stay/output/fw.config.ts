export default defineFwConfig({ components: ['~~/packages/ui/components'] })
