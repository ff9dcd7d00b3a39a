import { routes } from './routes';

export const css = ['~~/server/print.css', '~/main.css'];

export const generate = { routes };
