import { packageManagers } from '../catalogue/package-managers.ts';

/** Programs that run a package without installing it keep it in a folder with such a name. */
const fetched = /[\\/](?:_npx|dlx(?:-[^\\/]*)?|bunx-[^\\/]*)[\\/]/;

/** How this tool was started, as someone types it: with a package manager, from its scripts, or from the PATH. */
export function toolName(agent = '', script = ''): string {
  const manager = packageManagers.find(({ name }) => agent.startsWith(`${name}/`));
  if (manager) return `${fetched.test(script) ? manager.fetch : manager.exec} fw-migrate`;
  const isLocal = /[\\/]node_modules[\\/]\.bin[\\/]/.test(script);
  return isLocal ? `${packageManagers[0].exec} fw-migrate` : 'fw-migrate';
}

const command = /(?<=^ *|`|: |(?:[Uu]sage|[Rr]un|[Ww]ith):? )fw-migrate(?= +(?:--?[a-z]|[a-z]))/gm;
const code = /^[+-]|│/;

/** A text for people in which every command of ours begins as this one did. Lines of files stay as they are. */
export function withToolName(text: string, name: string): string {
  if (name === 'fw-migrate') return text;
  return text.replace(command, (found, offset: number) => {
    const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
    return code.test(line) ? found : name;
  });
}
