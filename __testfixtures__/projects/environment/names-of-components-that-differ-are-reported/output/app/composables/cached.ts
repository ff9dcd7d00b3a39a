export const isCard = (slot) => slot.default()[0].type.__name === 'Card';
