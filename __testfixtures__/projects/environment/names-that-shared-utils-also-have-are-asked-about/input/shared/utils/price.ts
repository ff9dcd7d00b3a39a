export const formatPrice = (value: number) => String(value);
export const cartTotal = 1;
export const parsePrice = Number;
