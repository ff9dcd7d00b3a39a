export const offers = [{ id: 1, name: 'Willow basket' }];

export default defineEventHandler(() => offers);
