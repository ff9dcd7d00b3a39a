export { shardSentence } from './summary.ts';
