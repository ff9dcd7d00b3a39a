// Bytes of stack. What each takes was measured by how many of its kind run out of 2 MB, and is rounded up.
const brackets: ReadonlyMap<string, number> = new Map([
  ['(', 1_700],
  ['[', 1_700],
  ['{', 2_700],
  ['<', 1_700],
  ['${', 2_700],
]);
/** What nests without brackets. */
const others: ReadonlyMap<string, number> = new Map([
  ['=', 850],
  ['=>', 850],
  ['<=', 120],
  ['?', 650],
  [':', 400],
  ['.', 230],
  ['@', 500],
  ...weighing(120, '! ~ + - * / % & | ^'),
  ...weighing(1_200, 'asserts class'),
  ...weighing(
    500,
    'abstract await do else extends for if infer is keyof new readonly unique while with yield',
  ),
  ...weighing(120, 'as delete in instanceof satisfies typeof void'),
]);
/** What a call, an index or a template adds to what it follows. */
const link = 200;
const tag = 500;
/** No word takes more for each of its letters. */
const letter = 200;

function weighing(weight: number, all: string): (readonly [string, number])[] {
  return all.split(' ').map((one) => [one, weight]);
}

const flat: readonly number[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return brackets.get(character) ?? others.get(character) ?? letter;
});

/** Whether code would fit on the stack even if nothing in it ended before all of it does. */
export function fitsAnyway(code: string, budget: number): boolean {
  let load = 0;
  for (let at = 0; at < code.length && load <= budget; at += 1) load += flat[code.charCodeAt(at)] ?? letter;
  return load <= budget;
}

/** The stack that a parser takes on its way through code. */
export interface StackLoad {
  /** The most that it took at one place. */
  most(): number;
  /** A word or a sign that may nest without a bracket. */
  add(token: string): void;
  open(bracket: string): void;
  /** Whether that is the bracket that was open. */
  close(bracket: string): boolean;
  isInside(bracket: string): boolean;
  /** Whether every bracket was closed. */
  isClosed(): boolean;
  /** The next statement, or the next part of a list. */
  startOver(): void;
  /** Adds to what is before it: a call, an index, a template. */
  addLink(): void;
  /** Tags that may be open anywhere. */
  loseTags(count: number): void;
}

interface Level {
  readonly bracket: string;
  /** The load before it, and at its start. */
  readonly outer: number;
  readonly inner: number;
}

export function createStackLoad(): StackLoad {
  const levels: Level[] = [];
  let [load, most, lost] = [0, 0, 0];
  const grow = (weight: number) => {
    load += weight;
    if (load > most) most = load;
  };
  /** Of less-than signs, some are tags and most have no partner. */
  const dropAngles = () => {
    for (; levels.at(-1)?.bracket === '<'; levels.pop()) lost += tag;
  };
  return {
    most: () => most + lost,
    add: (token) => grow(others.get(token) ?? 0),
    open(bracket) {
      const outer = load;
      grow(brackets.get(bracket) ?? 0);
      levels.push({ bracket, outer, inner: load });
    },
    close(bracket) {
      if (bracket !== '<') dropAngles();
      const level = levels.pop();
      load = level?.outer ?? 0;
      grow(link);
      return level?.bracket === bracket;
    },
    isInside: (bracket) => levels.at(-1)?.bracket === bracket,
    isClosed: () => levels.every(({ bracket }) => bracket === '<'),
    startOver() {
      dropAngles();
      load = levels.at(-1)?.inner ?? 0;
    },
    addLink: () => grow(link),
    loseTags(count) {
      lost += count * tag;
    },
  };
}
