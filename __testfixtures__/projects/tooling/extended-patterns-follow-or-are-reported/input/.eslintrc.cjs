module.exports = { overrides: [{ files: ['pages/**/*.@(js|vue)', '@(pages|components)/*.vue'] }] }
