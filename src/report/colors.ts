import type picocolors from 'picocolors';

/** Functions that colour a text, or leave it as it is where colours are not wanted. */
export type Colors = ReturnType<typeof picocolors.createColors>;
