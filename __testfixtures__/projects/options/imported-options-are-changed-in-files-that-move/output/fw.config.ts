import { css, generate } from './app/config/parts';

export default defineFwConfig({
  css,
  generate,
});
