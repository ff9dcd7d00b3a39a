export { type ProjectChoice, type ProjectChoices, stepsFor, stepsWith } from './selection.ts';
