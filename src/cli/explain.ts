import { transforms } from '../../transforms/index.ts';
import { explainText, listText, namesMeant } from '../report/explain-text.ts';
import type { CommandFlags } from './flags.ts';
import { type Io, UsageError } from './io.ts';
import { catalogueInForce } from './settings.ts';

/** `fw-migrate list`: the transforms, with the options they handle. */
export async function listCommand(flags: CommandFlags, io: Io): Promise<void> {
  io.out(listText(transforms, await catalogueInForce(io.cwd, flags, io), io.outLook));
}

/** `fw-migrate explain`: explains an option, a follow-up or a transform. */
export async function explainCommand(name: string, flags: CommandFlags, io: Io): Promise<void> {
  const catalogue = await catalogueInForce(io.cwd, flags, io);
  const text = explainText(name, transforms, catalogue, io.outLook.colors);
  if (text !== undefined) return io.out(text);
  const meant = namesMeant(name, transforms, catalogue).map((suggestion) => `\`${suggestion}\``);
  const example = `Use the full path of an option, such as \`${catalogue.path['generate.routes']}\``;
  const hint =
    meant.length > 0
      ? `Did you mean ${meant.join(' or ')}?`
      : `${example}; \`fw-migrate list\` has the transforms.`;
  throw new UsageError(`\`${name}\` is not an option, a follow-up code or a transform. ${hint}`);
}
