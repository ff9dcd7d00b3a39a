module.exports = { css: ['/assets/a.css'], other: true }
