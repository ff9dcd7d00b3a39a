import { orders } from '~/server/services/orders';

export default orders;
