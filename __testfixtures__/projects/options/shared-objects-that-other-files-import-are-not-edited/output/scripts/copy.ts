import { cpSync } from 'node:fs';
import { dir, pathTo, prerender, styles } from '../config/paths';

cpSync(dir.static, 'dist');
console.log(dir.pages, prerender.routes, styles, pathTo.cache);
