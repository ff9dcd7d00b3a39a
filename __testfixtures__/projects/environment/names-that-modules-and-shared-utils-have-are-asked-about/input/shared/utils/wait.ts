export const useDebounceFn = (run: () => void) => setTimeout(run, 100);
export const storeKey = (name: string) => `store-${name}`;
