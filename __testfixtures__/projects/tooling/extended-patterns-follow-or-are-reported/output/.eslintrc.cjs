module.exports = { overrides: [{ files: ['app/pages/**/*.@(js|vue)', 'app/@(pages|components)/*.vue'] }] }
