import { commandWords } from './commands.ts';
import type { Word } from './word.ts';

const opening = /^\s*(`{3,}|~{3,})\s*(?:sh|bash|zsh|shell|console|shell-?session|terminal)\b/i;
const prompt = /^\s*[$%] /;

interface Fence {
  readonly mark: string;
  /** The lines in it, each with where it starts. */
  readonly lines: { readonly text: string; readonly start: number }[];
}

/** The words of the command lines in fenced blocks of Markdown. */
export function fencedCommands(text: string): Word[] {
  return fencesIn(text).flatMap(({ lines }) => {
    const [first] = lines;
    if (!first) return [];
    // Where some lines are typed at a prompt, the others are what comes of it.
    const areTyped = lines.some((line) => prompt.test(line.text));
    let goesOn = false;
    const commands = lines.map((line) => {
      const isCommand = goesOn || !areTyped || prompt.test(line.text);
      goesOn = isCommand && /\\\r?\n$/.test(line.text);
      // Of the same length, so that offsets hold.
      return isCommand ? line.text.replace(prompt, blank) : blank(line.text);
    });
    return commandWords(commands.join(''), first.start);
  });
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

function fencesIn(text: string): Fence[] {
  const fences: Fence[] = [];
  let open: Fence | undefined;
  for (const { 0: line, index: start } of text.matchAll(/[^\n]*\n|[^\n]+$/g)) {
    if (open && line.trimStart().startsWith(open.mark)) open = undefined;
    else if (open) open.lines.push({ text: line, start });
    else {
      const [, mark] = opening.exec(line) ?? [];
      if (mark === undefined) continue;
      open = { mark, lines: [] };
      fences.push(open);
    }
  }
  return fences;
}
