export { jsonText } from './plain.ts';
