export const all = import.meta.glob('~/gone/*.ts');
