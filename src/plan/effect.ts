/** A change that a run makes, worded for both a run and a dry run. */
export interface Effect {
  /** The subject of the change, such as `dir.static`. */
  readonly what: string;
  /** The change itself, such as `removed`. */
  readonly done: string;
}

/** A sentence about a change, and the effect that a dry run words differently. */
export interface Said {
  /** The sentence after a run. */
  readonly message: string;
  readonly effect: string | Effect;
}

export function saidOf(effect: string | Effect): Said {
  return { message: effectText(effect, 'done'), effect };
}

const auxiliaries = { done: '', planned: 'would be ', left: 'should be ' } as const;

/** Writes conditions for people: `extends[0]` (if `ci`) instead of `$if(ci).extends[0]`. */
export function withConditions(text: string): string {
  return text.replace(
    /`([^`]*?)\$if\(([^`]*)\)\.([^`]*)`/g,
    (_, block, condition, option) => `\`${block}${option}\` (if \`${condition}\`)`,
  );
}

/** Words an effect for a run, a dry run, or a task for the user. A transform's own sentence is kept. */
export function effectText(effect: string | Effect, state: keyof typeof auxiliaries): string {
  return typeof effect === 'string'
    ? effect
    : withConditions(`${effect.what} ${auxiliaries[state]}${effect.done}`);
}
