import type picocolors from 'picocolors';

/** Functions that colour a text, or leave it as it is where colours are not wanted. */
export type Colors = ReturnType<typeof picocolors.createColors>;

/** What the output may look like. */
export interface Look {
  readonly colors: Colors;
  /** Columns of the terminal; a pipe has none. */
  readonly width: number | undefined;
  /** Lists everything, however long. */
  readonly verbose?: boolean | undefined;
}
