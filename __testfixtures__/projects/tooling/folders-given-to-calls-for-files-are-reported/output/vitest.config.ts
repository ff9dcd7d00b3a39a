import fs from 'node:fs'

export default { test: { name: fs.readdirSync('components').join() } }
