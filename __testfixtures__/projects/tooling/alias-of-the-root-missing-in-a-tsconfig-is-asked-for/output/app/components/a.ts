import { x } from '~~/server/x';
export const y = x;
