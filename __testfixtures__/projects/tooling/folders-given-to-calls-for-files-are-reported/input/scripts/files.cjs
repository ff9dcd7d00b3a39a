const fs = require('fs')
const { readdirSync } = require('fs-extra')
fs.readdirSync('pages')
readdirSync('components')
