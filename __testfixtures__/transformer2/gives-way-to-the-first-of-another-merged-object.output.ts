import { defu } from 'defu';

export default defineFwConfig(
  defu(
    { ssr: false },
    { transformer1: { options: { target: 'es2020' } } },
  ),
);
