export function useSocket(socket: WebSocket) {
  socket.onmessage = (event) => JSON.parse(event.data);
}
