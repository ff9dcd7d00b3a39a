import { transforms } from '../../transforms/index.ts';
import { explainText, listText, nearestName } from '../report/explain-text.ts';
import { type EditionFlag, loadEdition } from './edition.ts';
import { type Io, UsageError } from './io.ts';

/** `fw-migrate list`: the transforms, with the options they handle. */
export async function listCommand({ edition }: EditionFlag, io: Io): Promise<void> {
  const { catalogue } = await loadEdition(edition, io);
  io.out(listText(transforms, catalogue, io.outLook));
}

/** `fw-migrate explain`: an option in both variants, or what a follow-up means. */
export async function explainCommand(name: string, { edition }: EditionFlag, io: Io): Promise<void> {
  const { catalogue } = await loadEdition(edition, io);
  const text = explainText(name, transforms, catalogue, io.outLook.colors);
  if (text === undefined) {
    const near = nearestName(name, catalogue);
    const hint = near
      ? `Did you mean \`${near}\`?`
      : `Give the full path of an option, such as \`${catalogue.path['generate.routes']}\`.`;
    throw new UsageError(`\`${name}\` is neither an option nor a follow-up code. ${hint}`);
  }
  io.out(text);
}
