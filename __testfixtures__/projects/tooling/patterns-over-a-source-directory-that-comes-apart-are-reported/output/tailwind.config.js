module.exports = {
  content: [
    "./src/**/*.{vue,ts}",
    `./app/components/**/*.vue`,
  ],
  theme: {},
}
