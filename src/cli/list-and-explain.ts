import { transforms } from '../../transforms/index.ts';
import { fwCatalogue } from '../catalogue/index.ts';
import { explainText, listText, nearestName } from '../report/explain-text.ts';
import { type Io, UsageError } from './io.ts';

/** `fw-migrate list`: the transforms, with the options they handle. */
export function listCommand(io: Io): void {
  io.out(listText(transforms, fwCatalogue, io.outLook));
}

/** `fw-migrate explain`: an option in both variants, or what a follow-up means. */
export function explainCommand(name: string, io: Io): void {
  const text = explainText(name, transforms, fwCatalogue, io.outLook.colors);
  if (text === undefined) {
    const near = nearestName(name, fwCatalogue);
    const hint = near
      ? `Did you mean \`${near}\`?`
      : 'Give the full path of an option, such as `generate.routes`.';
    throw new UsageError(`\`${name}\` is neither an option nor a follow-up code. ${hint}`);
  }
  io.out(text);
}
