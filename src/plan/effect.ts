/** What a run does to something, apart from whether it has done so yet. */
export interface Effect {
  /** What it is done to, such as `dir.static`. */
  readonly what: string;
  /** What is done to it, such as `removed`. */
  readonly done: string;
}

/** A sentence about what a run does, also in a form that fits a dry run. */
export interface Said {
  /** As it is said after the run. */
  readonly message: string;
  readonly effect: string | Effect;
}

export function saidOf(effect: string | Effect): Said {
  return { message: effectText(effect, 'done'), effect };
}

const auxiliaries = { done: '', planned: 'would be ', left: 'should be ' } as const;

/** Names of options under a condition as people say them: `extends[0]` (if `ci`), and not `$if(ci).extends[0]`. */
export function withConditions(text: string): string {
  return text.replace(
    /`([^`]*?)\$if\(([^`]*)\)\.([^`]*)`/g,
    (_, block, condition, option) => `\`${block}${option}\` (if \`${condition}\`)`,
  );
}

/** What a run did, what a dry run would do, or what is left to the user. A sentence of a user's transform stays as it is. */
export function effectText(effect: string | Effect, state: keyof typeof auxiliaries): string {
  return typeof effect === 'string'
    ? effect
    : withConditions(`${effect.what} ${auxiliaries[state]}${effect.done}`);
}
