import type { Json } from '../option.ts';

// Defaults that the reference gives to more than one option.

export const analyzer = {
  template: 'treemap',
  projectRoot: '<rootDir>',
  filename: '<rootDir>/.fw/analyze/{name}.html',
} as const satisfies Json;

export const transform = {
  target: 'esnext',
  jsxFactory: 'h',
  jsxFragment: 'Fragment',
  tsconfigRaw: {},
} as const satisfies Json;

export const assetUrls = {
  video: ['src', 'poster'],
  source: ['src'],
  img: ['src'],
  image: ['xlink:href', 'href'],
  use: ['xlink:href', 'href'],
} as const satisfies Json;
