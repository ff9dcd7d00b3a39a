import { build, routes } from './config';
import { dir, pathTo, prerender, styles } from './config/paths';

export default defineFwConfig({
  dir,
  generate: prerender,
  css: ['~~/lib/main.css'],
  serverDir: pathTo.api,
  experimental: build,
  serverEngine: { prerender: { ignore: routes } },
});
