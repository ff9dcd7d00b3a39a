import { posix } from 'node:path';
import { applyEdits } from '../../config/edits.ts';
import { parseJson } from '../../project/json.ts';
import type { TreePath } from '../../project/snapshot.ts';
import { type Language, languageOf, parseCode } from '../../project/syntax/code.ts';
import { contentOf, parseBlocks, scriptLanguage } from '../../project/syntax/component.ts';
import { importHeader } from '../../project/syntax/import-header.ts';
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
      // Texts that differ only in what the imports at their start name are as readable as each other.
      if (withoutSpecifiers(before) === withoutSpecifiers(after)) return true;
      const left = faults(after, language);
      return left === 0 || left <= faults(before, language);
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

/** A script without what the imports at its start name. */
function withoutSpecifiers(code: string): string {
  const edits = importHeader(code).map(({ start, end }) => ({ start, end, text: "''" }));
  return applyEdits(code, edits);
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
      return sum + faults(code, language);
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
