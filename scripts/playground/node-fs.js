// A page has no disk. Nothing that it runs asks for one.
export const constants = {};
export const promises = {};
