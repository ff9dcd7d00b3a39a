export const generate = { routes: ['/a'] }
