export { PlanProblem } from './plan.ts';
