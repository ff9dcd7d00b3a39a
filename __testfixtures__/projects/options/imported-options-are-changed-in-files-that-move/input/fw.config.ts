import { css, generate } from './src/config/parts';

export default defineFwConfig({
  srcDir: 'src',
  css,
  generate,
});
