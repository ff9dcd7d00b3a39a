import { createBehaviourFinder } from '../../../src/behaviours/behaviour-places.ts';
import { fwCatalogue } from '../../../src/catalogue/index.ts';
import { openSource } from '../../../src/tree/syntax/source-text.ts';

const { placesIn } = createBehaviourFinder(fwCatalogue);

/** For each call of a file `read`, `mutated` with the line, or `unknown` with the line and what is said. */
export function verdictsOf(text: string, path = 'pages/index.vue'): string[] {
  return placesIn(openSource(path, text))
    .filter(({ of }) => of === 'deep-data')
    .map(({ isSettled, note: { text: said = '', offset = 0 } = {} }) => {
      const line = text.slice(0, offset).split('\n').length;
      if (isSettled) return 'read';
      return said.startsWith('nested data')
        ? `mutated ${line}: ${said}`
        : `unknown ${line}: ${said}`;
    });
}

/** The same for the first call. */
export function verdictOf(text: string, path?: string): string {
  const [first = 'no call'] = verdictsOf(text, path);
  return first;
}

/** A component with a script and the template below it. */
export function component(script: string, template = ''): string {
  return `<script setup lang="ts">${script}</script>\n<template>${template}</template>`;
}
