import { defineStore } from '@brook/store';
import { offers } from '~/server/api/offers.get';

export const useBasket = defineStore('basket', () => ({ items: offers.slice(0, 0) }));
