import { defu } from 'defu';

export default defineFwConfig(
  defu(
    { dir: { pages: 'views' } },
    { dir: { public: 'two' } },
    { ssr: false },
  ),
);
