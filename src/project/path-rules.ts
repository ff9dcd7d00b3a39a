export { type PathRule, rules } from '../catalogue/path-rules.ts';
