export default { alias: { '~~': '.', '@@': './' } }
