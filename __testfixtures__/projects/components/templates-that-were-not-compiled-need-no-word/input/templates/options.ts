export default <%= JSON.stringify(options) %>
