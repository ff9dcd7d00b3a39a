export const a = <% if (options.a) { %>1<% } %>
