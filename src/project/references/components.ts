import {
  attributeOf,
  contentOf,
  type Element,
  isMarkup,
  langOf,
  parseBlocks,
  scriptLanguage,
} from '../syntax/component.ts';
import { addGenericTypes } from './components/generic.ts';
import { refuse, styleReference, templateReference } from './components/other-languages.ts';
import { usedOutside } from './components/shared-names.ts';
import { addMarkup } from './components/template.ts';
import { addWhole, attributeValue, type Component } from './components/values.ts';
import { codeReferences, scriptReference } from './modules.ts';
import { everything, type Offsets, type Reference, type Sought, Unparsed } from './reference.ts';
import { type StyleSyntax, styleReferences } from './styles.ts';
import { unparsed } from './unparsed.ts';

/** The files that a single-file component names, in order. Throws `Unparsed` if a part cannot be read. */
export function componentReferences(text: string, path: string, sought: Sought = everything): Reference[] {
  const component: Component = { path, text, sought, references: [] };
  const problems: Unparsed[] = [];
  for (const block of blocksOf(component).filter(({ loc }) => isSought(sought.at, loc))) {
    for (const add of [addBlock, addTypes]) {
      const problem = problemOf(() => add(component, block));
      if (problem) problems.push(problem);
    }
  }
  const references = component.references.sort((a, b) => a.start - b.start);
  const [problem] = problems;
  if (problem) throw new Unparsed(problem.message, problem.at, references);
  return references;
}

/** The script that a component starts with, where all that is sought is in it; else everything. */
function soughtPart(text: string, at: Offsets): string {
  if (at === 'anywhere' || !/^\s*<script[\s>]/.test(text)) return text;
  const end = text.indexOf('</script>') + '</script>'.length;
  return at.every((offset) => offset < end) ? text.slice(0, end) : text;
}

function isSought(at: Offsets, { start, end }: Element['loc']): boolean {
  return at === 'anywhere' || at.some((offset) => offset >= start.offset && offset < end.offset);
}

/** What cannot be read in one part does not keep the others from being read. */
function problemOf(read: () => void): Unparsed | undefined {
  try {
    read();
  } catch (error) {
    if (error instanceof Unparsed) return error;
    throw error;
  }
  return undefined;
}

function blocksOf({ path, text, sought }: Component): Element[] {
  try {
    return parseBlocks(soughtPart(text, sought.at));
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

function addTypes(component: Component, block: Element): void {
  if (block.tag === 'script') addGenericTypes(component, block);
}

function addScript(component: Component, block: Element): void {
  const { code, start } = contentOf(component.text, block);
  const language = scriptLanguage(block);
  if (language === undefined) {
    refuse(component, block, scriptReference);
    return;
  }
  try {
    const sought = soughtIn(component.sought, start, start + code.length);
    const references = codeReferences(code, language, sought, usedOutside(component.text, start, code));
    addShifted(component, references, start);
  } catch (error) {
    throw unparsed(error, 'the script', component.path, component.text, start);
  }
}

/** What is sought in a piece of the text, seen from its start. */
function soughtIn({ at, quick }: Sought, from: number, to: number): Sought {
  if (at === 'anywhere') return { at, quick };
  const inside = at.filter((offset) => offset >= from && offset < to);
  return { at: inside.map((offset) => offset - from), quick };
}

function addStyle(component: Component, block: Element): void {
  const { code, start } = contentOf(component.text, block);
  const syntax = syntaxOf(langOf(block));
  if (syntax) addShifted(component, styleReferences(code, syntax), start);
  else refuse(component, block, styleReference);
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

function addTemplate(component: Component, block: Element): void {
  if (isMarkup(block)) addMarkup(component, block);
  else refuse(component, block, templateReference);
}

function addShifted(component: Component, found: readonly Reference[], by: number): void {
  for (const reference of found) {
    const { start, end } = reference;
    component.references.push({ ...reference, start: start + by, end: end + by });
  }
}
