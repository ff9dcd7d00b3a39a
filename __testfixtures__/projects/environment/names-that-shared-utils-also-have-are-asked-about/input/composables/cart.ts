const useCart = () => useState('cart');
const total = 0;
export { useCart, total as cartTotal };
