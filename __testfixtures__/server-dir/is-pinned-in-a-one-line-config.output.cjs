module.exports = { srcDir: "client", serverDir: "client/server" }
