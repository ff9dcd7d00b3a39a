export const all = import.meta.glob('/src/gone/*.ts');
