import type { Command } from 'commander';
import { transforms } from '../../transforms/index.ts';
import { fwCatalogue } from '../catalogue/index.ts';
import { toolingModes } from '../plan/selection.ts';
import { layoutModes } from '../project/layout.ts';
import { quoted } from '../report/commands.ts';
import { formatNames } from '../report/formats.ts';
import { type Io, UsageError } from './io.ts';
import { visibleCommands } from './unknown-command.ts';

/** What can be typed somewhere: words, or what is on disk; undefined if nobody can know. */
type Values = readonly string[] | 'files' | 'folders' | undefined;

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** What can stand where the help has a placeholder. */
const placeholders: { readonly [name: string]: Values } = {
  dir: 'folders',
  names: 'folders',
  file: 'files',
  files: 'files',
  filename: 'files',
  mode: layoutModes,
  format: formatNames,
  'a|b': ['a', 'b'],
  'edit|report': toolingModes,
  ids: transforms.map(({ id }) => id),
  id: ['all', ...transforms.map(({ id }) => id)],
  option: [...fwCatalogue.options.keys()],
  name: [
    ...new Set([
      ...fwCatalogue.options.keys(),
      ...fwCatalogue.followUpCodes,
      ...transforms.map(({ id }) => id),
    ]),
  ],
  shell: Object.keys(shells),
  // Known only where a run has left its report.
  'follow-ups': [],
};

/** `fw-migrate completion`: prints the script that makes a shell complete what is typed. */
export function completionCommand(shell: string, program: Command, io: Io): void {
  const script = Object.entries(shells).find(([name]) => name === shell)?.[1];
  if (!script)
    throw new UsageError(`Unknown shell \`${shell}\`: expected ${Object.keys(shells).join(', ')}.`);
  io.out(script(visibleCommands(program).map(completed)));
}

type CompletedCommand = ReturnType<typeof completed>;
type CompletedFlag = CompletedCommand['flags'][number];

/** A command as a shell has to know it. The last of the values stands for all arguments that follow. */
function completed(command: Command) {
  const flags = command.options.map(({ long = '', short, description: about, flags }) => {
    const placeholder = /[<[](.+?)(?:\.\.\.)?[>\]]/.exec(flags)?.[1];
    const takesValue = placeholder !== undefined;
    return { long, short, about, takesValue, values: placeholders[placeholder ?? ''] };
  });
  const values = command.registeredArguments.map((argument) => placeholders[argument.name()] ?? 'files');
  return { name: command.name(), about: command.description(), flags, values };
}

/** The script for bash, also the old one that macOS has. */
function bashScript(commands: readonly CompletedCommand[]): string {
  return `# fw-migrate completion for bash: source this file, or put it in the bash-completion folder.
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
${commands.flatMap(bashFlagCases).join('\n')}
  esac
  case $command in
${commands.map(bashCase).join('\n')}
    *) ${bashReply([...commands.map(({ name }) => name), '--help', '--version'])} ;;
  esac
}
complete -F _fw_migrate fw-migrate
`;
}

function bashFlagCases({ name, flags }: CompletedCommand): readonly string[] {
  return flags
    .filter(({ takesValue }) => takesValue)
    .map(({ long, values }) => `    ${name}:${long}) ${bashReply(values)}; return ;;`);
}

function bashCase({ name, flags, values }: CompletedCommand): string {
  const names = [...flags.flatMap(({ long, short }) => (short ? [long, short] : [long])), '--help'];
  // Which argument it is does not matter much: files can stand wherever words can.
  const [first, ...others] = values.toReversed();
  const argument = others.reduce<string>((rest, value) => `${bashReply(value)}; ${rest}`, bashReply(first));
  return `    ${name}) if [[ $word == -* ]]; then ${bashReply(names)}; else ${argument}; fi ;;`;
}

/** Adds to what the shell offers. */
function bashReply(values: Values): string {
  if (values === undefined) return ':';
  const kind = { files: '-f', folders: '-d' };
  if (typeof values === 'string')
    return `compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen ${kind[values]} -- "$word"))`;
  return `COMPREPLY+=($(compgen -W ${quoted(values.join('\n'))} -- "$word"))`;
}

/** The script for zsh. */
function zshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef fw-migrate
# fw-migrate completion for zsh: save this file as _fw-migrate in a folder of $fpath.
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
${commands.map(zshCase).join('\n')}
  esac
}
if [ "$funcstack[1]" = _fw-migrate ]; then _fw_migrate "$@"; else compdef _fw_migrate fw-migrate; fi
`;
}

function zshCase({ name, flags, values }: CompletedCommand): string {
  const specs = [
    ...flags.map(zshFlag),
    quoted('--help[show help]'),
    ...values.map((value, index) =>
      quoted(`${index === values.length - 1 ? '*' : index + 1}:${zshAction(value)}`),
    ),
  ];
  return `    ${name})\n      _arguments -s \\\n${specs.map((spec) => `        ${spec}`).join(' \\\n')} ;;`;
}

function zshFlag({ long, short, about, takesValue, values }: CompletedFlag): string {
  const text = `[${zshEscaped(about)}]${takesValue ? `:${zshAction(values)}` : ''}`;
  // An option may be given several times, and so is offered again.
  if (!short) return quoted(`${takesValue ? '*' : ''}${long}${text}`);
  return `'(${short} ${long})'{${short},${long}}${quoted(text)}`;
}

function zshEscaped(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&');
}

/** What the value is called, and how it is found. */
function zshAction(values: Values): string {
  if (values === undefined) return 'value: ';
  if (values === 'files') return 'file:_files';
  if (values === 'folders') return 'folder:_files -/';
  return `name:(${values.map(zshEscaped).join(' ')})`;
}

/** The script for fish. */
function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, about, flags, values }) => {
    const isHere = quoted(`__fish_seen_subcommand_from ${name}`);
    return [
      `complete -c fw-migrate -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`,
      ...flags.map((flag) => `complete -c fw-migrate -n ${isHere} ${fishFlag(flag)}`),
      ...values.flatMap((value) => {
        const found = fishWords(value);
        return found === undefined ? [] : [`complete -c fw-migrate -n ${isHere} -a ${found}`];
      }),
      ...(values.some((value) => value === 'files') ? [`complete -c fw-migrate -n ${isHere} -F`] : []),
    ];
  });
  return [
    '# fw-migrate completion for fish: save this file as ~/.config/fish/completions/fw-migrate.fish.',
    'complete -c fw-migrate -f',
    ...lines,
    '',
  ].join('\n');
}

function fishFlag({ long, short, about, takesValue, values }: CompletedFlag): string {
  const found = fishWords(values);
  return [
    `-l ${long.slice(2)}`,
    ...(short ? [`-s ${short.slice(1)}`] : []),
    ...(takesValue ? [values === 'files' ? '-r -F' : '-x'] : []),
    ...(found === undefined ? [] : [`-a ${found}`]),
    `-d ${quoted(about)}`,
  ].join(' ');
}

/** Where words come from; files are offered anyway. */
function fishWords(values: Values): string | undefined {
  if (values === undefined || values === 'files') return undefined;
  return quoted(values === 'folders' ? '(__fish_complete_directories)' : values.join(' '));
}
