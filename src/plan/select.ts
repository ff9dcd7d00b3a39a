export {
  followsMoves,
  IncompleteSelection,
  type Selection,
  selectTransforms,
  UnknownTransform,
} from './selection.ts';
