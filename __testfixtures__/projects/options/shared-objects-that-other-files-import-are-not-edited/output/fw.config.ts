import { build, routes } from './config';
import { dir, pathTo, prerender, styles } from './config/paths';

export default defineFwConfig({
  dir,
  generate: prerender,
  css: [styles],
  serverDir: pathTo.api,
  experimental: build,
  serverEngine: { prerender: { ignore: routes } },
  srcDir: '.',
});
