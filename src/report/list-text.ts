import type { TransformDefinition } from '../plan/transform.ts';
import type { Colors } from './colors.ts';

/** The transforms with what they do and the options they handle. */
export function listText(transforms: readonly TransformDefinition[], colors: Colors): string {
  const width = Math.max(...transforms.map(({ id }) => id.length));
  return transforms
    .map(({ id, summary, options }) => {
      const handled = options.length > 8 ? `${options.length} options` : options.join(', ');
      return `${colors.bold(id.padEnd(width))}  ${summary}\n${' '.repeat(width)}  ${colors.dim(handled)}\n`;
    })
    .join('');
}
