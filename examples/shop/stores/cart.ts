export const useCart = () => ({ items: [] as string[], add(_item: string) {} })
