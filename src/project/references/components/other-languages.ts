import { positionOf } from '../../../config/problem.ts';
import { contentOf, type Element, langOf } from '../../syntax/component.ts';
import { Unparsed } from '../reference.ts';
import type { Component } from './values.ts';

/** `@import ../x`, `url(~/x)`; a fragment is no path. */
export const styleReference =
  /@(?:import|require)\b[^\n;]*?["'\s(](?:[~@.]|#[^\s"')]*\/)|url\(\s*["']?(?:[~@.]|#[^\s"')]*\/)/;

/** `src='../x'`, `include ../x`. */
export const templateReference =
  /(?:src|href|poster|require|import)\b[^\n]*["'(](?:\.{1,2}\/|[~@#])|^[ \t]*(?:include|extends)\b\S*[ \t]+(?:\.{1,2}\/|[~@#])/m;

/** Throws `Unparsed` where a block in a language that is not searched holds what looks like a reference. */
export function refuse(component: Component, block: Element, reference: RegExp): void {
  const { path, text } = component;
  const { code, start } = contentOf(text, block);
  const found = reference.exec(code);
  if (!found) return;
  const why = `the ${block.tag} is written in ${langOf(block)}, which is not searched`;
  throw new Unparsed(why, positionOf(path, text, start + found.index));
}
