import hljs from 'highlight.js/lib/core';
import css from 'highlight.js/lib/languages/css';
import json from 'highlight.js/lib/languages/json';
import less from 'highlight.js/lib/languages/less';
import scss from 'highlight.js/lib/languages/scss';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';

/** A piece of code and what it is, such as `keyword` or `string`. */
export interface Token {
  readonly text: string;
  readonly scope: string;
}

// Scripts inside markup are looked up as JavaScript, and may have types.
const languages = { css, javascript: typescript, json, less, scss, typescript, xml };
const highlighter = hljs.newInstance();
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language);

const byEnding: { readonly [ending: string]: string } = {
  css: 'css',
  html: 'xml',
  json: 'json',
  jsonc: 'json',
  less: 'less',
  sass: 'scss',
  scss: 'scss',
  svg: 'xml',
  vue: 'xml',
};
const scripts = /^[cm]?[jt]sx?$/;

// Longer than any code that was written by hand; the colours would cost more than they tell.
const longest = 100_000;

/** The lines of a piece of a file, as coloured tokens. */
export function tokenLines(lines: readonly string[], path: string): Token[][] {
  const code = lines.join('\n');
  const language = languageOf(path, code);
  if (language === undefined || code.length > longest)
    return lines.map((text) => (text === '' ? [] : [{ text, scope: '' }]));
  return linesOf(tokensOf(highlighter.highlight(code, { language, ignoreIllegals: true }).value));
}

function languageOf(path: string, code: string): string | undefined {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  // A piece of a component may hold nothing but script.
  if (ending === 'vue' && !/^\s*<[/!a-z]/im.test(code)) return 'typescript';
  return scripts.test(ending) ? 'typescript' : byEnding[ending];
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
      tokens.push({ text, scope: scopes.at(-1) ?? '' });
    }
  }
  return tokens;
}

function linesOf(tokens: readonly Token[]): Token[][] {
  const lines: Token[][] = [[]];
  for (const { text, scope } of tokens)
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ text: part, scope });
    }
  return lines;
}
