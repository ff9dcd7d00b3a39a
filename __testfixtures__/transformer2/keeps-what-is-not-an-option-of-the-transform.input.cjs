module.exports = { transformer2: { include: [/x/], transform: { options: { target: "es2020" } } } }
