import { defu } from 'defu';

export default defineFwConfig(
  defu(
    { transformer2: { transform: { options: { target: 'es2015' } } }, ssr: false },
    { transformer1: { options: { target: 'es2020' } } },
  ),
);
