import { attributeOf, type Element } from '../../syntax/component.ts';
import { codeReferences, scriptReference } from '../modules.ts';
import { unparsed } from '../unparsed.ts';
import { addCode, attributeValue, type Component } from './values.ts';

const opening = 'function _<';

/** Adds the files that `<script setup generic="T extends import('…').X">` names. */
export function addGenericTypes(component: Component, script: Element): void {
  const generic = attributeOf(script, 'generic');
  if (!generic || !scriptReference.test(generic.content)) return;
  const value = attributeValue(component, generic);
  try {
    // The line break ends a comment.
    const references = codeReferences(`${opening}${value.content}\n>() {}`, 'ts');
    addCode(component, references, opening.length, value);
  } catch (error) {
    const base = value.start - opening.length;
    throw unparsed(error, 'the generic types of the script', component.path, component.text, base);
  }
}
