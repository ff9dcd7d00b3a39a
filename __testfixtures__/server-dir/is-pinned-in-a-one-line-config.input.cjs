module.exports = { srcDir: "client" }
