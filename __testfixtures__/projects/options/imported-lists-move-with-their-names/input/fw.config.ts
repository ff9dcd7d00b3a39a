import { routes } from './routes';

export default defineFwConfig({
  generate: { routes },
});
