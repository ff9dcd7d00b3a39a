import { defu } from 'defu';

export default defineFwConfig(
  defu(
    { dir: { static: 'one', pages: 'views' } },
    { dir: { public: 'two' } },
    { dir: { static: 'three' }, ssr: false },
  ),
);
