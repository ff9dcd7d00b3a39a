import { quoted } from '../folders.ts';
import type { CompletedCommand, CompletedFlag, Values } from './words.ts';

/** The script for zsh. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef fw-migrate
# fw-migrate completion for zsh: put this file as _fw-migrate into a folder of $fpath.
_fw_migrate() {
  local -a commands
  commands=(
${commands.map(({ name, about }) => `    ${quoted(`${name}:${about}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}
if [ "$funcstack[1]" = _fw-migrate ]; then _fw_migrate "$@"; else compdef _fw_migrate fw-migrate; fi
`;
}

function commandCase({ name, flags, values }: CompletedCommand): string {
  const specs = [
    ...flags.map(flagSpec),
    quoted('--help[show what there is]'),
    ...values.map((value, index) =>
      quoted(`${index === values.length - 1 ? '*' : index + 1}:${action(value)}`),
    ),
  ];
  return `    ${name})\n      _arguments -s \\\n${specs.map((spec) => `        ${spec}`).join(' \\\n')} ;;`;
}

function flagSpec({ long, short, about, takesValue, values }: CompletedFlag): string {
  const told = `[${escaped(about)}]${takesValue ? `:${action(values)}` : ''}`;
  // An option may be given several times, and so is offered again.
  if (!short) return quoted(`${takesValue ? '*' : ''}${long}${told}`);
  return `'(${short} ${long})'{${short},${long}}${quoted(told)}`;
}

function escaped(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&');
}

/** What the value is called, and how it is found. */
function action(values: Values): string {
  if (values === undefined) return 'value: ';
  if (values === 'files') return 'file:_files';
  if (values === 'folders') return 'folder:_files -/';
  return `name:(${values.map(escaped).join(' ')})`;
}
