export const x = { file: '~/lib/x.ts', dir: './pages' }
