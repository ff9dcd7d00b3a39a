module.exports = {
  content: [
    "./src/**/*.{vue,ts}",
    `./src/components/**/*.vue`,
  ],
  theme: {},
}
