import type * as Vue from '@vue/compiler-dom';
import type { Element } from '../../syntax/component.ts';
import { addWhole, attributeValue, type Component, type Value } from './values.ts';

/** What the compiler turns into imports unless it is told otherwise. */
const assetAttributes = new Map([
  ['video', ['src', 'poster']],
  ['source', ['src']],
  ['img', ['src']],
  ['image', ['xlink:href', 'href']],
  ['use', ['xlink:href', 'href']],
]);

/** Adds the files that an attribute names. */
export function addAttribute(
  component: Component,
  { tag }: Element,
  { name, value }: Vue.AttributeNode,
): void {
  if (!value) return;
  if (assetAttributes.get(tag)?.includes(name)) {
    const fragment = tag === 'use' && value.content.startsWith('#');
    if (isAsset(value.content) && !fragment) addWhole(component, 'asset', attributeValue(component, value));
  } else if (name === 'srcset' && (tag === 'img' || tag === 'source'))
    addCandidates(component, attributeValue(component, value));
}

/** The compiler leaves all other addresses to the browser. */
function isAsset(url: string): boolean {
  return /^[.~@#]/.test(url);
}

/** `a.png 1x, b.png 2x`; of a data URL the part behind its comma is no candidate. */
function addCandidates({ references }: Component, { content, place, encode }: Value): void {
  let insideData = false;
  for (const candidate of content.matchAll(/[^,]+/g)) {
    const [specifier = ''] = candidate[0].trimStart().split(/\s/, 1);
    const at = candidate.index + candidate[0].length - candidate[0].trimStart().length;
    if (isAsset(specifier) && !insideData) {
      const [start, end] = [place(at), place(at + specifier.length)];
      references.push({ kind: 'asset', specifier, start, end, open: false, encode });
    }
    insideData = specifier.startsWith('data:');
  }
}
