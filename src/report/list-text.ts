import type { TransformDefinition } from '../plan/transform.ts';
import type { Look } from './look.ts';
import { hanging } from './wrap.ts';

/** The transforms with what they do and the options they handle. */
export function listText(transforms: readonly TransformDefinition[], { colors, width }: Look): string {
  const column = Math.max(...transforms.map(({ id }) => id.length)) + 1;
  return transforms
    .map(({ id, summary, options }) => {
      const handled = options.length > 10 ? `${options.length} options` : options.join(', ');
      const name = colors.bold(id.padEnd(column));
      return `${hanging(name, column, summary, width)}\n${colors.dim(hanging(' '.repeat(column), column, handled, width))}\n`;
    })
    .join('');
}
