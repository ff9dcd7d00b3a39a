module.exports = {
  devServerHandlers: [
    { route: "/mock", handler: "~/mocks/handler.js" },
    { route: "/ping", handler: () => "pong" }
  ]
}
