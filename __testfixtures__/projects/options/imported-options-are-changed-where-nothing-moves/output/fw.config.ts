import { experimental, future, generate } from './config/parts';

export default defineFwConfig({
  serverEngine: { prerender: { routes: ['/a'], ignore: ['/b'] } },
  experimental,
  srcDir: '.',
  dir: { app: 'app' },
});
