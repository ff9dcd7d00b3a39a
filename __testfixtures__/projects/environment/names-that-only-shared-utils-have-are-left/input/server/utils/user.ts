export const userName = 1;
