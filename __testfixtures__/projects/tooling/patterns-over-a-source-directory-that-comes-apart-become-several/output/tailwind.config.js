module.exports = {
  content: [
    "./app/**/*.{vue,ts}",
    "./server/**/*.{vue,ts}",
    `./app/components/**/*.vue`,
  ],
  theme: {},
}
