export const routes = ['/a'];
