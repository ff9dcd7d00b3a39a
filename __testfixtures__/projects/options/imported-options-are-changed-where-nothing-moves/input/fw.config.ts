import { experimental, future, generate } from './config/parts';

export default defineFwConfig({
  generate,
  future,
  experimental,
});
