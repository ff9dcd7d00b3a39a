/** All commands with their options, help and examples, without their code, so that `--help` is instant. */

import { Command, InvalidArgumentError, Option } from 'commander';
import { layoutModes, fwNames as names, toolingModes } from '../catalogue/names.ts';
import type { Shard } from '../plan/selection.ts';
import type { Io } from './io.ts';

// Help uses the names of the default edition, because the edition is unknown before the arguments are read.
const configFile = `${names.configFile}.ts`;

type OptionRows = { readonly [flags: string]: string };

/** The options that several commands have. */
const shared = {
  layout: {
    '--layout <mode>':
      'auto: move sources to app/ unless srcDir is set (default); app: always move them; keep: move nothing',
  },
  keepDefaults: {
    '--keep-defaults [used]':
      'write the old defaults of options whose default changed: all, or those that code relies on',
    '--no-keep-defaults': 'do not write them, even if the settings file says so',
    '--keep-default <options...>': 'write the old default of these options',
    '--drop-defaults':
      'remove old defaults that an earlier run wrote, and list the code to look at',
  },
  folders: {
    '--move <names...>':
      'also move these folders of the source directory (`stores`, `types`); auto: those used only by files that move',
    '--stay <names...>': 'do not move these folders',
  },
  selection: {
    '--only <ids...>': 'only run these transforms',
    '--skip <ids...>': 'skip these transforms',
  },
  tooling: {
    '--tooling <mode>':
      'update paths in files of other tools if it is safe (edit, default), or only list them (report)',
  },
  transform: { '--transform <file>': 'also run your own transform; can be repeated' },
  recover: {
    '--recover':
      'trust state in .fw-migrate/ that was written on another machine, in a container or by another user; use only if that run was yours',
  },
  keepRuns: {
    '--keep-runs <n>': 'how many runs `undo` can undo one after the other; 3 by default',
  },
  outputs: {
    '--format <format>': 'pretty, markdown, json, sarif, github, html or patch; can be repeated',
    '--output <file>':
      'write the report to a file; the format follows from its extension or --format; can be repeated',
  },
  ledger: { '--baseline <file>': 'use this saved report instead of the last run in this folder' },
  verbose: { '--verbose': 'list every place and every file' },
  /** For commands that depend on an edition or a settings file. */
  settings: {
    '--edition <file>':
      'the edition of the framework: a file, a package, or the name of a built-in one (nuxt); default: the one of the configs',
    '--config <file>': 'read settings from this file, and run it if it is code',
    '--no-config': 'ignore the settings file of the repository',
    '--trust-config': 'allow running the settings file of the repository and the code it refers to',
  },
} as const satisfies { readonly [name: string]: OptionRows };

/** The options that decide how projects are migrated. */
const migrationOptions: OptionRows = {
  ...shared.layout,
  ...shared.folders,
  ...shared.keepDefaults,
  ...shared.tooling,
  ...shared.selection,
  ...shared.transform,
};

/** The values that options take, and how they go with other options. */
const rules: { readonly [flags: string]: (option: Option, command: string) => Option } = {
  '--layout <mode>': (option) => option.choices(layoutModes),
  '--tooling <mode>': (option) => option.choices(toolingModes),
  '--keep-defaults [used]': (option) => option.argParser(keptDefaults),
  '--drop-defaults': (option) => option.conflicts(['keepDefaults', 'keepDefault']),
  '--variant <a|b>': (option) => option.choices(['a', 'b']),
  '--changed': (option) => option.conflicts('variant'),
  '--do': (option) => option.conflicts(['json', 'all']),
  '--patch': (option) => option.implies({ dryRun: true }),
  '--check': (option) => option.implies({ dryRun: true }),
  '--install': (option) => option.conflicts(['dryRun', 'patch', 'check', 'shard']),
  '--shard <i/n>': (option) =>
    option.argParser(shardFrom).implies({ dryRun: true }).conflicts(['baseline', 'verifyCommand']),
  '--commit': (option) => option.conflicts(['allowDirty', 'patch', 'check']),
  '--message-moves <text>': (option) => option.argParser(filledText),
  '--message-edits <text>': (option) => option.argParser(filledText),
  '--verify-command <command>': (option) => option.argParser(filledText),
  '-q, --quiet': (option) => option.conflicts('verbose'),
  // Only `clean` may keep none.
  '--keep-runs <n>': (option, command) =>
    option.argParser(numberFrom(command === 'clean' ? 0 : 1, 1000)),
  // These options are repeated, because an option with a list would include the files after it.
  '--transform <file>': (option) => option.argParser(collect),
  '--format <format>': (option) => option.argParser(collect),
  '--output <file>': (option) => option.argParser(collect),
};

function collect(value: string, list: readonly string[] = []): string[] {
  return [...list, value];
}

/** `all` stands for the flag without a value. */
function keptDefaults(text: string): true | 'used' {
  if (text === 'used') return text;
  if (text === 'all') return true;
  throw new InvalidArgumentError('Expected `used` or nothing.');
}

function numberFrom(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Expected a number from ${least} to ${most}.`);
  };
}

function shardFrom(text: string): Shard {
  const [, index = 0, count = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= count) return { index, count };
  throw new InvalidArgumentError('Expected something like `1/3`, the first of three parts.');
}

function filledText(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It is empty.');
}

type Action = Parameters<Command['action']>[0];
type CommandAction = (...args: Parameters<Action>) => unknown;

/** The commands with their options and help; each is loaded when it is called, so that help is instant. */
export function createProgram(io: Io, end: (exitCode: number) => void): Command {
  const program = new Command('fw-migrate')
    .description(
      `Migrates ${names.framework} projects from ${names.variants.b} to ${names.variants.a} with minimal diffs.`,
    )
    .version(io.version, '-V, --version')
    .option('--no-color', 'never colour the output')
    .exitOverride()
    .configureHelp({ subcommandTerm: (listed) => listed.name() })
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .showHelpAfterError('Run with --help for usage.')
    .addHelpText('after', exampleText('fw-migrate'))
    .helpCommand('help [command]', 'show help for a command')
    .hook('preAction', (_, action) => refuseFlagsAsValues(action));
  const command = (
    name: keyof typeof examples,
    description: string,
    options: OptionRows = {},
  ): Command => {
    const added = program
      .command(name)
      .description(description)
      // In the list of commands, each has one line.
      .summary(description.split(/[:;]|, (?:also|or|such|with)\b/, 1).join(''))
      .addHelpText('after', exampleText(name));
    for (const [flags, about] of Object.entries(options)) {
      const option = new Option(flags, about);
      added.addOption(rules[flags]?.(option, name) ?? option);
    }
    return added;
  };
  // A command gets its arguments and flags as the parser passes them, and then the streams.
  const run =
    <Name extends string>(
      load: () => Promise<{ readonly [name in Name]: CommandAction }>,
      name: Name,
    ): Action =>
    async (...args) => {
      const exitCode: unknown = await (await load())[name](...args.slice(0, -1), io);
      if (typeof exitCode === 'number') end(exitCode);
    };

  command(
    'v4',
    'migrate every project in a folder: configs, folders and all references between files',
    {
      '-n, --dry-run':
        'show what would change without writing anything; in a pipe, as a patch for `git apply`',
      '--patch': 'a dry run that prints the full patch in a terminal, too',
      '--check':
        'a dry run that exits with code 1 if anything is left to migrate or decide (after a run or with --baseline: if any follow-up is open)',
      '--here': 'read and write only this folder, not the rest of its git repository',
      ...migrationOptions,
      '-i, --interactive': 'choose the layout and changes of each project in the terminal',
      '--commit':
        'commit the changes: first the moves, then the edits, so that git tracks each rename',
      '--message-moves <text>': 'with --commit: the message of the first commit',
      '--message-edits <text>': 'with --commit: the message of the second commit',
      '--install':
        'install, prepare and verify after the migration, and check types if the project has a script for it; in a terminal, the run asks',
      '--allow-dirty': 'run even if the git tree has uncommitted changes',
      '--allow-ignored': 'move files even if .gitignore ignores their new path',
      ...shared.recover,
      ...shared.keepRuns,
      '--verify-command <command>':
        'run a command, such as a type check, in a copy before and after the migration; if the migration breaks it, report the cause and write nothing',
      ...shared.outputs,
      '--baseline <file>': 'compare with an earlier JSON report: what is new, open or done',
      '--shard <i/n>': 'a dry run of the i-th of n parts of the projects',
      '-q, --quiet':
        'print only a summary line; a dry run in a pipe also prints the patch, unless with --check',
      ...shared.verbose,
      ...shared.settings,
    },
  )
    .argument('[dirs...]', 'the folders of the projects; default: all in this folder')
    .addHelpText(
      'after',
      [
        '\nExit codes:',
        '  0    success, or nothing to do',
        '  1    --check found work',
        '  2    invalid usage or input; nothing was written',
        '  3    some projects cannot be migrated and were skipped; the others were migrated',
        '  130  interrupted',
      ].join('\n'),
    )
    .action(run(() => import('./v4.ts'), 'v4Command'));

  command('undo', 'restore all files as they were before the last run; works without git', {
    '--force':
      'undo even if files were edited or deleted since; your edits are kept in .fw-migrate/',
    ...shared.recover,
    '-q, --quiet': 'print only a summary line',
  })
    .argument('[dir]', 'the migrated folder', '.')
    .action(run(() => import('./undo-command.ts'), 'undoCommand'));

  command('clean', 'remove originals in .fw-migrate/ that `undo` no longer needs', shared.keepRuns)
    .argument('[dir]', 'the migrated folder', '.')
    .action(run(() => import('./undo-command.ts'), 'cleanCommand'));

  command('report', 'show the report of the last run, or a saved JSON report, in any format', {
    ...shared.outputs,
    '--baseline <file>': 'compare with an earlier report of the same folder',
    '--ticks <file>': 'for markdown: keep the boxes ticked in this earlier comment',
    ...shared.verbose,
  })
    .argument('[files...]', 'saved JSON reports; several, such as the shards of a run, are merged')
    .action(run(() => import('./report-command.ts'), 'reportCommand'));

  command(
    'verify',
    'compare what the framework finds before and after the last run, such as pages',
    {
      '--prepare':
        'prepare both states in copies of the folder, for which the older version is installed; this runs code of the project',
    },
  )
    .argument('[dir]', 'the migrated folder', '.')
    .action(run(() => import('./verify.ts'), 'verifyCommand'));

  command('next', 'show the follow-up to do next; in a terminal, go through all of them', {
    '--do': 'make the edit that is known for it, as a run that can be undone',
    '--json':
      'print it for a program, with its possible answers; exits with 1 if it is open, with 0 if nothing is',
    '--all': 'with every open follow-up, as JSON',
  })
    .argument('[follow-up]', 'an id; default: the first open one')
    .action(run(() => import('./next.ts'), 'nextCommand'));

  command('close', 'mark follow-ups as done, also for later runs', {
    '--reason, --note <text>': 'why, or what was done',
    ...shared.ledger,
  })
    .argument('<follow-ups...>', 'ids from `fw-migrate report`; the first characters are enough')
    .action(run(() => import('./report-command.ts'), 'closeCommand'));

  command('reopen', 'reopen closed follow-ups', shared.ledger)
    .argument('<follow-ups...>', 'their ids; the first characters are enough')
    .action(run(() => import('./report-command.ts'), 'reopenCommand'));

  command('merge', 'merge a branch that is not migrated into one that is, or the other way round', {
    '-n, --dry-run': 'show what would conflict without writing anything',
    '--all': 'show that for every open branch, local and remote',
    ...migrationOptions,
    ...shared.settings,
  })
    .argument('[branch]', 'the branch to merge into the current one')
    .addHelpText(
      'after',
      [
        '\nExit codes:',
        '  0  merged, or nothing to merge',
        '  1  there are conflicts: resolve and commit them, or run `git merge --abort`',
        '  2  invalid usage or input; nothing was written',
      ].join('\n'),
    )
    .action(run(() => import('./merge.ts'), 'mergeCommand'));

  command(
    'effective',
    'show the value of each option, with defaults and layers, and where it comes from',
    {
      '--variant <a|b>': 'resolve it for this variant; default: the variant of the project',
      '--changed': 'show only options that differ between the variants, side by side',
      '--json': 'print JSON',
      ...shared.settings,
    },
  )
    .argument('[dir]', 'the folder', '.')
    .argument('[option]', 'the path of an option; default: all options')
    .action(run(() => import('./lookup-commands.ts'), 'effectiveCommand'));

  command(
    'transform',
    'run one, several or all transforms on configs; with `-`, from stdin to stdout',
    {
      '-n, --dry-run': 'print a diff without writing anything',
      ...shared.layout,
      ...shared.keepDefaults,
      ...shared.transform,
      ...shared.keepRuns,
      '--stdin-filename <filename>':
        'the file name of standard input in messages; default: the name of a config in this folder',
      ...shared.settings,
    },
  )
    .argument(
      '<id>',
      'a transform, several separated by commas, `all`, or the file of your own transform',
    )
    .argument('[files...]', 'configs; `-` for standard input; default: the config in this folder')
    .action(run(() => import('./transform-command.ts'), 'transformCommand'));

  command('list', 'list the transforms, with the options they handle', shared.settings).action(
    run(() => import('./lookup-commands.ts'), 'listCommand'),
  );

  command('explain', 'explain an option, a follow-up or a transform', shared.settings)
    .argument('<name>', 'the path of an option, a follow-up code or a transform')
    .action(run(() => import('./lookup-commands.ts'), 'explainCommand'));

  const edition = command('edition', 'create or check an edition of the framework');
  edition
    .command('check')
    .description('show what an edition changes, what is missing and what is wrong')
    .argument('<file>', 'an edition: a file or a package')
    .option('--trust-config', 'allow running code that a JSON edition extends')
    .action(run(() => import('./edition-command.ts'), 'editionCheckCommand'));
  edition
    .command('init')
    .description('create a commented template')
    .argument('<file>', 'the new file, such as `acme.edition.ts`')
    .action(run(() => import('./edition-command.ts'), 'editionInitCommand'));

  command('playground', 'open a page in the browser to try out a small project').action(
    run(() => import('./playground.ts'), 'playgroundCommand'),
  );

  // An unknown word or option without a command gets the advice that most people need.
  return program.showHelpAfterError('To migrate, run `fw-migrate v4`. Run with --help for usage.');
}

/** Refuses an option as the value of another: `--move --dry-run` would write. */
function refuseFlagsAsValues(command: Command): void {
  const names = new Set<unknown>(
    command.options.flatMap(({ short, long }) => [short ?? long, long]),
  );
  for (const option of command.options) {
    const given: unknown = command.getOptionValue(option.attributeName());
    if (option.required && given !== undefined && [given].flat().some((value) => names.has(value)))
      command.error(`error: option '${option.flags}' argument missing`);
  }
}

type Example = readonly [command: string, purpose: string];

/** The examples in the help of each command. */
export const examples = {
  'fw-migrate': [
    ['fw-migrate v4 --dry-run', 'show what the migration would do'],
    ['fw-migrate v4', 'migrate'],
    ['fw-migrate undo', 'undo it'],
    ['fw-migrate explain generate.routes', 'what happens to an option'],
    ['fw-migrate help v4', 'help for one command'],
  ],
  v4: [
    ['fw-migrate v4', 'migrate all projects in this folder'],
    ['fw-migrate v4 --dry-run', 'preview the changes and follow-ups'],
    ['fw-migrate v4 --dry-run > v4.patch', 'save the patch for `git apply`'],
    ['fw-migrate v4 --dry-run --output v4.html', 'an HTML report to share'],
    ['fw-migrate v4 --layout keep', 'change the config and move nothing'],
    ['fw-migrate v4 --skip generate', 'skip a transform'],
    ['fw-migrate v4 --check --quiet || echo "not yet"', 'a check for CI'],
    [
      'fw-migrate v4 --verify-command "npm run --if-present types"',
      'migrate only if this still passes',
    ],
  ],
  report: [
    ['fw-migrate report', 'what the last run did and what is open'],
    ['fw-migrate v4 --dry-run --output run.json', 'save the report of a run'],
    ['fw-migrate report run.json', 'show it again'],
    ['fw-migrate report run.json --output run.html', 'as an HTML page'],
    ['fw-migrate report run.json --format markdown', 'for a pull request'],
  ],
  verify: [
    ['fw-migrate verify', 'after installing and preparing the new version'],
    ['fw-migrate verify --prepare', 'prepare both versions in copies'],
  ],
  next: [
    ['fw-migrate next', 'what to do next, and how'],
    ['fw-migrate next | cat', 'only show it'],
  ],
  close: [
    ['fw-migrate close 0528ba997aed', 'mark a follow-up as done'],
    [
      'fw-migrate close e459 038f --note "checked with the shop team"',
      'two follow-ups, with a note',
    ],
    [
      'fw-migrate close e459 --baseline fw-migrate.json',
      'in a report that is kept in the repository',
    ],
  ],
  reopen: [['fw-migrate reopen 0528ba997aed', 'mark a follow-up as open again']],
  merge: [
    ['fw-migrate merge feature', 'on the migrated branch: merge a branch that was not migrated'],
    ['fw-migrate merge main', 'on the other branch: give it the migration of main'],
    ['fw-migrate merge feature --dry-run', 'what would conflict'],
    ['fw-migrate merge --all', 'the same for every open branch'],
  ],
  undo: [
    ['fw-migrate undo', 'undo the last run in this folder'],
    ['fw-migrate undo --force', 'even if files were edited since'],
  ],
  clean: [
    ['fw-migrate clean', 'keep the last three runs, and none that is committed'],
    ['fw-migrate clean --keep-runs 0', 'keep none: the migration is accepted'],
  ],
  effective: [
    ['fw-migrate effective', 'every option of the projects in this folder'],
    ['fw-migrate effective . dir.pages', 'one option'],
    ['fw-migrate effective --changed', 'options that differ between the variants'],
    ['fw-migrate effective --variant a --json', `as resolved by ${names.variants.a}, as JSON`],
  ],
  transform: [
    ['fw-migrate transform all --dry-run', 'a diff of all transforms on the config in this folder'],
    [`fw-migrate transform generate ${configFile}`, 'one transform on one file'],
    [
      `fw-migrate transform css,plugins - < ${configFile}`,
      'from standard input to standard output',
    ],
  ],
  list: [['fw-migrate list', 'all transforms']],
  explain: [
    ['fw-migrate explain generate.routes', 'an option'],
    ['fw-migrate explain generate-exclude-active', 'a follow-up'],
    ['fw-migrate explain src-dir', 'a transform'],
  ],
  edition: [
    ['fw-migrate edition init acme.edition.ts', 'create a commented template'],
    ['fw-migrate edition check acme.edition.ts', 'check it'],
    ['fw-migrate explain dir.pages --edition acme.edition.ts', 'explain an option of this edition'],
  ],
  playground: [
    ['fw-migrate playground', 'try out a small project in the browser'],
    ['fw-migrate playground | cat', 'only print its URL'],
  ],
} as const satisfies { readonly [command: string]: readonly Example[] };

function exampleText(command: keyof typeof examples): string {
  const shown: readonly Example[] = examples[command];
  const width = Math.max(...shown.map(([text]) => text.length));
  const lines = shown.map(([text, purpose]) =>
    width < 45 ? `  ${text.padEnd(width)}  ${purpose}` : `  ${text}\n      ${purpose}`,
  );
  return `\nExamples:\n${lines.join('\n')}`;
}
