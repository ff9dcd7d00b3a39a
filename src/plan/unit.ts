export { optionsWithout, type PlanPart as Unit } from './find-cause.ts';
