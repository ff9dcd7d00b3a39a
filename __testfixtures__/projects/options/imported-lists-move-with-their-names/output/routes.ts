export const routes = ['/a', '/b'];
