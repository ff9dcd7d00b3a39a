export const userName = (name: string) => name;
