export const generate = {
  routes: ['/a'],
  exclude: ['/b'],
};

export const future = { compatibilityVersion: 3 };

export const experimental = {
  typedPages: true,
  // Only until the templates are rewritten.
  compileTemplate: true,
};
