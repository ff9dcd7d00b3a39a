import colours from './style/colours.css?raw';
import controls from './style/controls.css?raw';
import differences from './style/differences.css?raw';
import files from './style/files.css?raw';
import followUps from './style/follow-ups.css?raw';
import ground from './style/ground.css?raw';
import media from './style/media.css?raw';
import moves from './style/moves.css?raw';
import overview from './style/overview.css?raw';
import tables from './style/tables.css?raw';
import top from './style/top.css?raw';

/** The style of the page: each part of it has its own file. What is said for other media comes last, and so wins. */
export const style = [
  colours,
  ground,
  controls,
  top,
  overview,
  tables,
  followUps,
  moves,
  files,
  differences,
  media,
].join('\n');
