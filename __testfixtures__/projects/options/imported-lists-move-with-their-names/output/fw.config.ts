import { routes } from './routes';

export default defineFwConfig({
  serverEngine: { prerender: { routes } },
});
