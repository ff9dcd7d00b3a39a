/**
 * Work that has moments at which it may be left without a trace, by throwing into it. After the last one it is carried
 * out in one go.
 */
export type Phases<Result> = Generator<'may stop', Result, void>;

/** Does work without leaving it. */
export function inOneGo<Result>(work: Phases<Result>): Result {
  for (;;) {
    const moment = work.next();
    if (moment.done) return moment.value;
  }
}
