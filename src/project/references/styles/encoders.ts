import type { Reference } from '../reference.ts';
import type { Quote } from './characters.ts';
import type { StyleSyntax } from './syntax.ts';

type Encode = Reference['encode'];

/** One for each way to write a specifier. */
export interface Encoders extends Record<Quote, Encode> {
  readonly bareUrl: Encode;
  readonly bareImport: Encode;
}

/** The escapes of each language. */
export const ENCODERS: Record<StyleSyntax, Encoders> = {
  css: encoders('', ''),
  scss: encoders('|#(?=\\{)', '|[$+]'),
  sass: encoders('|#(?=\\{)', '|[$+]'),
  less: encoders('|[@$](?=\\{)', '|^[@$](?=[\\w-])'),
};

/** Also escapes what would start an interpolation, and what would compute something where there are no quotes. */
function encoders(interpolation: string, computation: string): Encoders {
  const double = escaping(`["\\\\\\n\\r\\f]${interpolation}`);
  return {
    '"': double,
    "'": escaping(`['\\\\\\n\\r\\f]${interpolation}`),
    bareUrl: escaping(`[\\p{Cc} "'()\\\\]${interpolation}${computation}`),
    // Without quotes there are no escapes here.
    bareImport: (specifier) => (needsQuotes(specifier) ? `"${double(specifier)}"` : specifier),
  };
}

function escaping(special: string): Encode {
  const pattern = new RegExp(special, 'gu');
  return (specifier) => specifier.replace(pattern, escapeCharacter);
}

function escapeCharacter(char: string): string {
  const isControl = char < ' ' || char >= '\x7f';
  return isControl ? `\\${char.charCodeAt(0).toString(16)} ` : `\\${char}`;
}

/** Whether a text, or a character of it, cannot be the import without quotes that the indented syntax has. */
export function needsQuotes(text: string): boolean {
  return /^\/[/*]|[\s"'`(),;\\{}$]/.test(text);
}
