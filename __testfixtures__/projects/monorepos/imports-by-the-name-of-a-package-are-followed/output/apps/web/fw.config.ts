export default defineFwConfig({ extends: ['@acme/ui', '@acme/kit'], css: ['@acme/ui/components/a.css'] })
