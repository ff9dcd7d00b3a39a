/** How this tool was started, such as `npx fw-migrate`, for the commands in its messages. */

import { packageManagers } from '../catalogue/package-managers.ts';

/** Folders in which `npx` and similar programs keep packages that are not installed. */
const fetched = /[\\/](?:_npx|dlx(?:-[^\\/]*)?|bunx-[^\\/]*)[\\/]/;

/** The command that started this tool: with a package manager, from its scripts, or from the PATH. */
export function toolName(agent = '', script = ''): string {
  const manager = packageManagers.find(({ name }) => agent.startsWith(`${name}/`));
  if (manager) return `${fetched.test(script) ? manager.fetch : manager.exec} fw-migrate`;
  const isLocal = /[\\/]node_modules[\\/]\.bin[\\/]/.test(script);
  return isLocal ? `${packageManagers[0].exec} fw-migrate` : 'fw-migrate';
}

const command = /(?<=^ *|`|: |(?:[Uu]sage|[Rr]un|[Ww]ith):? )fw-migrate(?= +(?:--?[a-z]|[a-z]))/gm;
const code = /^[+-]|│/;

/** Replaces `fw-migrate` in commands with the command that started this tool, but not in lines of files. */
export function withToolName(text: string, name = 'fw-migrate'): string {
  if (name === 'fw-migrate') return text;
  return text.replace(command, (match, offset: number) => {
    const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
    return code.test(line) ? match : name;
  });
}
