import { quoted } from '../folders.ts';
import type { CompletedCommand, CompletedFlag, Values } from './words.ts';

/** The script for fish. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, about, flags, values }) => {
    const isHere = quoted(`__fish_seen_subcommand_from ${name}`);
    return [
      `complete -c fw-migrate -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`,
      ...flags.map((flag) => `complete -c fw-migrate -n ${isHere} ${flagSpec(flag)}`),
      ...values.flatMap((value) => {
        const found = source(value);
        return found === undefined ? [] : [`complete -c fw-migrate -n ${isHere} -a ${found}`];
      }),
      ...(values.some((value) => value === 'files') ? [`complete -c fw-migrate -n ${isHere} -F`] : []),
    ];
  });
  return [
    '# fw-migrate completion for fish: put this file into ~/.config/fish/completions/fw-migrate.fish.',
    'complete -c fw-migrate -f',
    ...lines,
    '',
  ].join('\n');
}

function flagSpec({ long, short, about, takesValue, values }: CompletedFlag): string {
  const found = source(values);
  return [
    `-l ${long.slice(2)}`,
    ...(short ? [`-s ${short.slice(1)}`] : []),
    ...(takesValue ? [values === 'files' ? '-r -F' : '-x'] : []),
    ...(found === undefined ? [] : [`-a ${found}`]),
    `-d ${quoted(about)}`,
  ].join(' ');
}

/** Where words come from; files are found without being told. */
function source(values: Values): string | undefined {
  if (values === undefined || values === 'files') return undefined;
  return quoted(values === 'folders' ? '(__fish_complete_directories)' : values.join(' '));
}
