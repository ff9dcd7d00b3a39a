export const baseConfig = { dir: { static: 'static' }, generate: { routes: ['/a'] } }
