import { fileURLToPath } from 'node:url';

const utils = new URL('./utils/', import.meta.url);

export default defineFwConfig({
  alias: { url: utils, path: utils.pathname, folder: fileURLToPath(utils), file: fileURLToPath(new URL('./a.ts', utils)) },
});
