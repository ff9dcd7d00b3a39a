import { quoted } from '../folders.ts';
import type { CompletedCommand, Values } from './words.ts';

/** The script for bash, also the old one that macOS has. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  return `# fw-migrate completion for bash: source this file, or put it into bash-completion's folder.
_fw_migrate() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command= index
  local IFS=$'\\n'
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    case \${COMP_WORDS[index]} in
      ${commands.map(({ name }) => name).join(' | ')}) command=\${COMP_WORDS[index]}; break ;;
    esac
  done
  case $command:$before in
${commands.flatMap(flagCases).join('\n')}
  esac
  case $command in
${commands.map(commandCase).join('\n')}
    *) ${reply([...commands.map(({ name }) => name), 'help', '--help', '--version'])} ;;
  esac
}
complete -F _fw_migrate fw-migrate
`;
}

function flagCases({ name, flags }: CompletedCommand): readonly string[] {
  return flags
    .filter(({ takesValue }) => takesValue)
    .map(({ long, values }) => `    ${name}:${long}) ${reply(values)}; return ;;`);
}

function commandCase({ name, flags, values }: CompletedCommand): string {
  const names = [...flags.flatMap(({ long, short }) => (short ? [long, short] : [long])), '--help'];
  // Which argument it is does not matter much: files can stand wherever words can.
  const [first, ...others] = values.toReversed();
  const argument = others.reduce<string>((rest, value) => `${reply(value)}; ${rest}`, reply(first));
  return `    ${name}) if [[ $word == -* ]]; then ${reply(names)}; else ${argument}; fi ;;`;
}

/** Adds to what the shell offers. */
function reply(values: Values): string {
  if (values === undefined) return ':';
  const kind = { files: '-f', folders: '-d' };
  if (typeof values === 'string')
    return `compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen ${kind[values]} -- "$word"))`;
  return `COMPREPLY+=($(compgen -W ${quoted(values.join('\n'))} -- "$word"))`;
}
