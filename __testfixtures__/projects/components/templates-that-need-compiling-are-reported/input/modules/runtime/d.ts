// <%= no template %>
