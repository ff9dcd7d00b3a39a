export default {
  ignore: ["**/*.bak", "/vendor"]
}
