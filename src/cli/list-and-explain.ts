import { transforms } from '../../transforms/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { explainText, listText, nearestName } from '../report/explain-text.ts';
import type { EditionFlag } from './edition.ts';
import { type Io, UsageError } from './io.ts';
import { editionInForce, settingsInForce } from './settings.ts';
import type { SettingsFlags } from './settings-file.ts';

type Flags = EditionFlag & SettingsFlags;

async function catalogueFor(flags: Flags, io: Io): Promise<Catalogue> {
  return (await editionInForce(await settingsInForce(io.cwd, flags, ['edition'], io), io)).catalogue;
}

/** `fw-migrate list`: the transforms, with the options they handle. */
export async function listCommand(flags: Flags, io: Io): Promise<void> {
  io.out(listText(transforms, await catalogueFor(flags, io), io.outLook));
}

/** `fw-migrate explain`: an option in both variants, or what a follow-up means. */
export async function explainCommand(name: string, flags: Flags, io: Io): Promise<void> {
  const catalogue = await catalogueFor(flags, io);
  const text = explainText(name, transforms, catalogue, io.outLook.colors);
  if (text === undefined) {
    const near = nearestName(name, catalogue);
    const hint = near
      ? `Did you mean \`${near}\`?`
      : `Use the full path of an option, such as \`${catalogue.path['generate.routes']}\`.`;
    throw new UsageError(`\`${name}\` is neither an option nor a follow-up code. ${hint}`);
  }
  io.out(text);
}
