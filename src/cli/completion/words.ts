/** What can be typed somewhere: words, or what is on disk; nothing where nobody can know. */
export type Values = readonly string[] | 'files' | 'folders' | undefined;

export interface CompletedFlag {
  readonly long: string;
  readonly short?: string;
  readonly about: string;
  readonly takesValue: boolean;
  /** What its value can be. */
  readonly values: Values;
}

/** A command as a shell has to know it. */
export interface CompletedCommand {
  readonly name: string;
  readonly about: string;
  readonly flags: readonly CompletedFlag[];
  /** What its arguments can be; the last stands for all that follow. */
  readonly values: readonly Values[];
}
