import { positionOf } from '../../config/problem.ts';
import {
  attributeOf,
  contentOf,
  type Element,
  isMarkup,
  langOf,
  parseBlocks,
  scriptLanguage,
} from '../syntax/component.ts';
import { addMarkup } from './components/template.ts';
import { addWhole, attributeValue, type Component } from './components/values.ts';
import { codeReferences, mayRefer } from './modules.ts';
import { type Reference, Unparsed } from './reference.ts';
import { type StyleSyntax, styleReferences } from './styles.ts';
import { unparsed } from './unparsed.ts';

/** The files that a single-file component names, in order. Throws `Unparsed` if a part cannot be read. */
export function componentReferences(text: string, path: string): Reference[] {
  const component: Component = { path, text, references: [] };
  const problems: Unparsed[] = [];
  for (const block of blocksOf(component)) {
    try {
      addBlock(component, block);
    } catch (error) {
      // What cannot be read in one block does not keep the others from being read.
      if (!(error instanceof Unparsed)) throw error;
      problems.push(error);
    }
  }
  const references = component.references.sort((a, b) => a.start - b.start);
  const [problem] = problems;
  if (problem) throw new Unparsed(problem.message, problem.at, references);
  return references;
}

function blocksOf({ path, text }: Component): Element[] {
  try {
    return parseBlocks(text);
  } catch (error) {
    throw unparsed(error, 'the component', path, text, 0);
  }
}

function addBlock(component: Component, block: Element): void {
  const source = attributeOf(block, 'src');
  if (source) addWhole(component, 'module', attributeValue(component, source));
  if (block.tag === 'script') addScript(component, block);
  else if (block.tag === 'style') addStyle(component, block);
  else if (block.tag === 'template') addTemplate(component, block);
}

function addScript(component: Component, block: Element): void {
  const { code, start } = contentOf(component.text, block);
  const language = scriptLanguage(block);
  if (language === undefined) {
    if (mayRefer(code)) throw notSearched(component, block, start);
    return;
  }
  try {
    addShifted(component, codeReferences(code, language), start);
  } catch (error) {
    throw unparsed(error, 'the script', component.path, component.text, start);
  }
}

function addStyle(component: Component, block: Element): void {
  const { code, start } = contentOf(component.text, block);
  const syntax = syntaxOf(langOf(block));
  if (syntax) addShifted(component, styleReferences(code, syntax), start);
}

function syntaxOf(lang: string | undefined): StyleSyntax | undefined {
  switch (lang) {
    case undefined:
    case '':
    case 'css':
    case 'postcss':
    case 'pcss':
      return 'css';
    case 'scss':
    case 'sass':
    case 'less':
      return lang;
    default:
      return undefined;
  }
}

const otherTemplateReference = /(?:src|href|poster|require|import)\b[^\n]*["'(](?:\.{1,2}\/|[~@#])/;

function addTemplate(component: Component, block: Element): void {
  if (isMarkup(block)) {
    addMarkup(component, block);
    return;
  }
  const { code, start } = contentOf(component.text, block);
  const found = otherTemplateReference.exec(code);
  if (found) throw notSearched(component, block, start + found.index);
}

function notSearched({ path, text }: Component, block: Element, offset: number): Unparsed {
  const why = `the ${block.tag} is written in ${langOf(block)}, which is not searched`;
  return new Unparsed(why, positionOf(path, text, offset));
}

function addShifted(component: Component, found: readonly Reference[], by: number): void {
  for (const reference of found) {
    const { start, end } = reference;
    component.references.push({ ...reference, start: start + by, end: end + by });
  }
}
