import hljs from 'highlight.js/lib/core';
import css from 'highlight.js/lib/languages/css';
import json from 'highlight.js/lib/languages/json';
import less from 'highlight.js/lib/languages/less';
import scss from 'highlight.js/lib/languages/scss';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';

/** A piece of code, and the colour that it has on the page. */
export interface Token {
  readonly text: string;
  readonly colour: string | undefined;
}

// Scripts inside markup are looked up as JavaScript, and may have types.
const languages = { css, javascript: typescript, json, less, scss, typescript, xml };
const highlighter = hljs.newInstance();
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language);

const endings = {
  css: /^css$/,
  json: /^jsonc?$/,
  less: /^less$/,
  scss: /^s[ac]ss$/,
  typescript: /^[cm]?[jt]sx?$/,
  xml: /^(?:html|svg|vue)$/,
};

/** The few colours there are, by what the highlighter calls a piece of code. */
const colours = new Map(
  Object.entries({
    keyword: ['keyword', 'name', 'selector-tag'],
    value: ['literal', 'number'],
    string: ['string', 'regexp'],
    comment: ['comment', 'quote'],
    name: ['title', 'attr', 'attribute', 'built_in', 'selector-class', 'selector-id', 'variable'],
  }).flatMap(([colour, scopes]) => scopes.map((scope) => [scope, colour])),
);

// Longer than any code written manually; colouring it would take too long.
const longest = 100_000;

/** The lines of a piece of a file, as coloured tokens. */
export function tokenLines(lines: readonly string[], path: string): Token[][] {
  const code = lines.join('\n');
  const language = languageOf(path, code);
  if (language === undefined || code.length > longest)
    return lines.map((text) => (text === '' ? [] : [{ text, colour: undefined }]));
  return linesOf(tokensOf(highlighter.highlight(code, { language, ignoreIllegals: true }).value));
}

function languageOf(path: string, code: string): string | undefined {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  // A piece of a component may hold nothing but script.
  if (ending === 'vue' && !/^\s*<[/!a-z]/im.test(code)) return 'typescript';
  return Object.entries(endings).find(([, pattern]) => pattern.test(ending))?.[0];
}

const entities: { readonly [name: string]: string } = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** Reads the highlighter's HTML back into text, so that only our own template writes any. */
function tokensOf(value: string): Token[] {
  const scopes: string[] = [];
  const tokens: Token[] = [];
  for (const [part, opened] of value.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (opened !== undefined) scopes.push(opened.split(' ')[0]?.replace('hljs-', '') ?? '');
    else if (part === '</span>') scopes.pop();
    else {
      const text = part.replace(/&(?:amp|lt|gt|quot|#x27);/g, (name) => entities[name] ?? name);
      tokens.push({ text, colour: colours.get(scopes.at(-1) ?? '') });
    }
  }
  return tokens;
}

function linesOf(tokens: readonly Token[]): Token[][] {
  const lines: Token[][] = [[]];
  for (const { text, colour } of tokens)
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ text: part, colour });
    }
  return lines;
}
