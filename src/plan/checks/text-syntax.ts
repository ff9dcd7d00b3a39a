import { posix } from 'node:path';
import { parseJson } from '../../project/json.ts';
import type { TreePath } from '../../project/snapshot.ts';
import { type Language, languageOf, parseCode, staticSpecifiers } from '../../project/syntax/code.ts';
import { contentOf, parseBlocks, scriptLanguage } from '../../project/syntax/component.ts';
import { isYaml } from '../../project/yaml.ts';

/** What a file is written in. */
export type Syntax = 'script' | 'component' | 'style' | 'other';

const byExtension: ReadonlyMap<string, Syntax> = new Map<string, Syntax>([
  ...['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'].map((one) => [one, 'script'] as const),
  ['.vue', 'component'],
  ...['.css', '.scss', '.sass', '.less'].map((one) => [one, 'style'] as const),
]);

export function syntaxOf(path: TreePath): Syntax {
  return byExtension.get(posix.extname(path)) ?? 'other';
}

/** Whether a text can be read afterwards, if it could be read before. */
export function staysReadable(path: TreePath, before: string, after: string): boolean {
  switch (syntaxOf(path)) {
    case 'script': {
      const language = languageOf(path);
      return isFaultless(after, language) || faults(after, language) <= faults(before, language);
    }
    case 'component':
      return componentFaults(after) === 0 || componentFaults(after) <= componentFaults(before);
    case 'style':
      return outline(before) === outline(after);
    case 'other':
      if (/\.ya?ml$/.test(path)) return isYaml(after) || !isYaml(before);
      return parseJson(after) !== undefined || parseJson(before) === undefined;
  }
}

/** The quick parser is asked first; it may be stricter, or not be there. */
function isFaultless(code: string, language: Language): boolean {
  return staticSpecifiers(code, language) !== undefined;
}

/** How many mistakes the parser finds; it stops at some. */
function faults(code: string, language: Language): number {
  try {
    const file: ReturnType<typeof parseCode> & { readonly errors?: readonly unknown[] | null } = parseCode(
      code,
      language,
    );
    return file.errors?.length ?? 0;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function componentFaults(text: string): number {
  try {
    return parseBlocks(text).reduce((sum, block) => {
      const language = block.tag === 'script' ? scriptLanguage(block) : undefined;
      if (language === undefined) return sum;
      const { code } = contentOf(text, block);
      return isFaultless(code, language) ? sum : sum + faults(code, language);
    }, 0);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

const quoted =
  /\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|(?<=\burl\()[^)"']*|\/\/.*/g;

/** The marks of a style sheet that give it its structure, without what stands in quotes and comments. */
function outline(text: string): string {
  return text.replace(quoted, '').replace(/[^{}();@"']/g, '');
}
