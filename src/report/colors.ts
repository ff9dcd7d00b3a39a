/** Colours a text for a terminal, or leaves it as it is: the command line decides, and not the environment. */

import { styleText } from 'node:util';

type Name = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Functions that colour a text, or leave it as it is if colours are off. */
export type Colors = { readonly [name in Name]: (text: string) => string } & {
  readonly isColored: boolean;
};

export function createColors(isColored: boolean): Colors {
  const styled = (name: Name) => (text: string) =>
    isColored && text !== '' ? styleText(name, text, { validateStream: false }) : text;
  return {
    isColored,
    bold: styled('bold'),
    dim: styled('dim'),
    red: styled('red'),
    green: styled('green'),
    yellow: styled('yellow'),
    cyan: styled('cyan'),
  };
}
