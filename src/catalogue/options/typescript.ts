import { both, is, manual, type OptionTable } from '../option.ts';
import { noDefault, section } from './row.ts';

const { option, group } = section('2.4');

const hoistedInBoth = [
  '@unhead/vue',
  '@fw/devtools',
  'ui',
  '@ui/runtime-core',
  '@ui/compiler-sfc',
  'ui-router',
  'ui-router/auto-routes',
  'unplugin-ui-router/client',
  '@fw/schema',
  'fw',
] as const;

/** How a project is typed. */
export const typescriptOptions = {
  typescript: group('Settings of types and type checking.'),
  'typescript.builder': option(
    ['boolean', 'string', 'null'],
    both(null),
    'The builder whose types are included: false for none, shared for what all have in common.',
  ),
  'typescript.hoist': option(
    'array',
    {
      b: is(hoistedInBoth),
      a: is([
        'nitropack/types',
        'nitropack/runtime',
        'nitropack',
        'defu',
        'h3',
        'consola',
        'ofetch',
        ...hoistedInBoth,
      ]),
    },
    'Packages whose types are found even when they are installed only for another package.',
    { fate: manual },
  ),
  'typescript.includeWorkspace': option(
    'boolean',
    both(false),
    'Whether the type configuration takes in the surrounding monorepo.',
  ),
  'typescript.shim': option('boolean', both(false), 'Whether a type declaration for *.vue files is written.'),
  'typescript.strict': option('boolean', both(true), 'Whether strict type checks apply.'),
  'typescript.tsConfig': option('object', noDefault, 'Your additions to the generated TypeScript settings.', {
    fate: manual,
  }),
  'typescript.typeCheck': option(
    ['boolean', 'string'],
    both(false),
    'Whether types are checked while developing, or only when building.',
    { oneOf: [true, false, 'build'] },
  ),
} as const satisfies OptionTable;
