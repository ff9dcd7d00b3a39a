/** The command of `--verify-command` does not pass: the message says because of what, and nothing was written. */
export class VerifyProblem extends Error {
  override readonly name = 'VerifyProblem';
}
