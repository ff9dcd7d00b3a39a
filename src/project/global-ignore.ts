import { homedir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';

/** The file with a person's own rules for all repositories, where git looks for it unless it is told another one. */
export function globalIgnoreFile(): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'git', 'ignore');
}
