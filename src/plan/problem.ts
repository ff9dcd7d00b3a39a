/** Why a repository cannot be migrated as it is, and what to do; nothing is planned. */
export class PlanProblem extends Error {
  override readonly name = 'PlanProblem';
}
