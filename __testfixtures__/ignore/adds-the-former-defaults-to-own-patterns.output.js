export default {
  ignore: [
    "**/*.bak",
    "/vendor",
    "**/.direnv",
    "**/node-compile-cache",
    "**/test-results"
  ]
}
