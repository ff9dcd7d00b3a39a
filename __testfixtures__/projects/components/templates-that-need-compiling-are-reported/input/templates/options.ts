// made by the build
export default <%= JSON.stringify(options) %>
export const b = <%= 1 %>
