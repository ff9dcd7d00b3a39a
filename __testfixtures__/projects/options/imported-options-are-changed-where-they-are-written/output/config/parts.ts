export const generate = {};

export const future = {};

export const experimental = {
  typedPages: true,
};
