module.exports = {
  transformer2: { include: [/x/] },
  transformer1: { options: { target: "es2020" } },
}
