import { Command } from 'commander';
import { fwNames as names } from '../catalogue/names.ts';
import { visible } from '../report/plain.ts';
import type { Io } from './io.ts';

// Help speaks of the default edition: which one is meant is known only once the arguments are read.
const configFile = `${names.configFile}.ts`;

/** Gathers an option that may be given several times: one that takes a list would swallow the files behind it. */
function collect(value: string, list: readonly string[] = []): string[] {
  return [...list, value];
}

/** The options that several commands have. */
const shared = {
  layout: [
    '--layout <mode>',
    'auto: an explicit srcDir stays (the default); app: sources end up in app/; keep: nothing moves',
  ],
  keepDefaults: ['--keep-defaults', 'write the old defaults of options whose default changed'],
  newDefaults: ['--no-keep-defaults', 'do not, although the settings file says so'],
  edition: ['--edition <file>', 'the edition of the framework: a file or a package'],
  config: ['--config <file>', 'read the settings from this file, and run it if it is code'],
  noConfig: ['--no-config', 'ignore the settings file of the repository'],
  trustConfig: ['--trust-config', 'run the settings file of the repository, and what it names, as code'],
  transform: ['--transform <file>', 'run your own transform afterwards; may be given several times', collect],
  recover: [
    '--recover',
    'trust state in .fw-migrate/ that was written on another machine, in a container or by another user; use only if that run was yours',
  ],
  format: [
    '--format <format>',
    'pretty, markdown, json, sarif, github, html or patch; may be given several times',
    collect,
  ],
  output: [
    '--output <file>',
    'write the report there, in the format that its ending or --format names; may be given several times',
    collect,
  ],
  ledger: ['--baseline <file>', 'in this saved report; by default in that of the last run in this folder'],
  verbose: ['--verbose', 'list every place and every file'],
} as const;

/**
 * The commands, their options and their help. What a command ends with is passed on. Commands are loaded when they are
 * called, so that help stays instant.
 */
export function createProgram(io: Io, end: (exitCode: number) => void): Command {
  const program = new Command('fw-migrate')
    .description(
      `Takes ${names.framework} projects from ${names.variants.b} to ${names.variants.a} without touching a byte it need not.`,
    )
    .version(io.version, '-V, --version')
    .option('--no-color', 'never colour the output')
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: (text) => io.err(visible(text)) })
    .showHelpAfterError('Run with --help for usage.')
    .addHelpText('after', exampleText('fw-migrate'));
  const command = (name: keyof typeof examples, description: string): Command =>
    program.command(name).description(description).addHelpText('after', exampleText(name));

  command('v4', 'migrate every project in a folder: configs, folders, and all references between files')
    .argument('[dir]', 'the folder', '.')
    .option('-n, --dry-run', 'show what would change, in a pipe as a patch for `git apply`; write nothing')
    .option('--patch', 'with --dry-run: the full patch, also on a terminal')
    .option(
      '--check',
      'like --dry-run, with exit code 1 if anything is left to migrate or to decide; after a run here or with --baseline, while any follow-up is open',
    )
    .option(...shared.layout)
    .option(
      '--move <names...>',
      'move these folders of the sources as well (`stores`, `types`); auto: those that only moved sources use',
    )
    .option('--stay <names...>', 'hold these folders back')
    .option(...shared.keepDefaults)
    .option(...shared.newDefaults)
    .option(
      '--tooling <edit|report>',
      'update paths in files of other tools where that is certain (edit, the default), or only list them',
    )
    .option('--only <ids...>', 'run these transforms alone')
    .option('--skip <ids...>', 'leave these transforms out')
    .option('--todos', 'also write every open follow-up as a comment at its place')
    .option('--no-todos', 'take these comments away')
    .option(...shared.transform)
    .option('-i, --interactive', 'choose on a terminal: the layout and the changes of each project')
    .option('--commit', 'commit the run: first the moves, then the edits, so that git follows each file')
    .option('--message-moves <text>', 'with --commit: the message of the first commit')
    .option('--message-edits <text>', 'with --commit: the message of the second one')
    .option('--allow-dirty', 'do not insist on a clean git tree')
    .option('--allow-ignored', 'move files also to where a rule of .gitignore ignores them')
    .option(...shared.recover)
    .option(
      '--verify-command <command>',
      'run a command, such as a type check, in a copy before and after: if the migration makes it fail, name the cause and write nothing',
    )
    .option(...shared.format)
    .option(...shared.output)
    .option('--baseline <file>', 'compare with the JSON report of an earlier run: what is new, open, done')
    .option('--shard <i/n>', 'with --dry-run: the i-th of n parts of the projects')
    .option(
      '--jobs <n>',
      'search files in this many threads; without it, as many as the machine has cores and pay',
    )
    .option('--quiet', 'print one line that counts; a dry run in a pipe also the patch, unless with --check')
    .option(...shared.verbose)
    .addHelpText(
      'after',
      [
        '\nExit codes:',
        '  0    done, or nothing to do',
        '  1    --check found work',
        '  2    bad usage or bad input; nothing was written',
        '  3    some projects cannot be migrated as they are; the others are done',
        '  130  stopped by a signal, or by you',
      ].join('\n'),
    )
    .action(async (dir, flags) => {
      const { v4Command } = await import('./v4.ts');
      end(await v4Command(dir, flags, io));
    });

  command('undo', 'put everything back as it was before the last run, also without git')
    .argument('[dir]', 'the folder that the run was given', '.')
    .option(
      '--force',
      'also where files were edited or deleted since; what you wrote is kept in .fw-migrate/',
    )
    .option(...shared.recover)
    .option('--quiet', 'print one line that counts')
    .action(async (dir, flags) => {
      const { undoCommand } = await import('./undo.ts');
      end(await undoCommand(dir, flags, io));
    });

  command('report', 'show the report of the last run, or one that was saved as JSON, in any format')
    .argument('[files...]', 'saved reports, of which several become one, such as the shards of a run')
    .option(...shared.format)
    .option(...shared.output)
    .option('--baseline <file>', 'compare with an earlier report; run in the folder that both are of')
    .option('--campaign', 'sum up the reports of many repositories; a folder stands for the reports in it')
    .option('--ticks <file>', 'keep what is ticked in this earlier comment, for markdown')
    .option(...shared.verbose)
    .action(async (files, flags) => {
      const { reportCommand } = await import('./report.ts');
      await reportCommand(files, flags, io);
    });

  command('close', 'close follow-ups that are settled, so that later runs take them for done')
    .argument('<follow-ups...>', 'their ids, as `fw-migrate report` shows them; the first letters are enough')
    .option('--note <text>', 'say why, or what was done')
    .option(...shared.ledger)
    .action(async (ids, flags) => {
      const { closeCommand } = await import('./close.ts');
      closeCommand(ids, flags, io);
    });

  command('reopen', 'open follow-ups again that were closed')
    .argument('<follow-ups...>', 'their ids; the first letters are enough')
    .option(...shared.ledger)
    .action(async (ids, flags) => {
      const { reopenCommand } = await import('./close.ts');
      reopenCommand(ids, flags, io);
    });

  command(
    'effective',
    'tell what the framework takes each option to be, with defaults and layers, and who says so',
  )
    .argument('[dir]', 'the folder', '.')
    .argument('[option]', 'the path of an option; by default all of them')
    .option('--variant <a|b>', 'as this variant reads it; by default the one that the project is in')
    .option('--changed', 'only what the variants read differently, side by side')
    .option('--json', 'print JSON')
    .action(async (dir, option, flags) => {
      const { effectiveCommand } = await import('./effective.ts');
      await effectiveCommand(dir, option, flags, io);
    });

  command('transform', 'run one transform, several, or all on configs, or from stdin to stdout with `-`')
    .argument('<id>', 'a transform, several with commas between them, `all`, or the file of your own')
    .argument('[files...]', 'configs; `-` for standard input; by default the config in this folder')
    .option('-n, --dry-run', 'print the unified diff, write nothing')
    .option(...shared.layout)
    .option(...shared.keepDefaults)
    .option(...shared.newDefaults)
    .option(...shared.transform)
    .option('--stdin-filename <filename>', 'the name that standard input has in messages', configFile)
    .action(async (id, files, flags) => {
      const { transformCommand } = await import('./transform.ts');
      end(await transformCommand(id, files, flags, io));
    });

  command('list', 'list the transforms, with the options they handle').action(async (flags) => {
    const { listCommand } = await import('./list-and-explain.ts');
    await listCommand(flags, io);
  });

  command('explain', 'explain an option in both variants, a follow-up, or a transform')
    .argument('<name>', 'the path of an option, a follow-up code, or a transform')
    .action(async (name, flags) => {
      const { explainCommand } = await import('./list-and-explain.ts');
      await explainCommand(name, flags, io);
    });

  const edition = command('edition', 'write an edition of the framework, or check one');
  edition
    .command('check')
    .description('tell what an edition overlays, what it leaves out, and what is wrong with it')
    .argument('<file>', 'the file of the edition, or a package')
    .action(async (file) => {
      const { editionCheckCommand } = await import('./edition.ts');
      await editionCheckCommand(file, io);
    });
  edition
    .command('init')
    .description('write a start with comments')
    .argument('<file>', 'the new file, such as `acme.edition.ts`')
    .action(async (file) => {
      const { editionInitCommand } = await import('./edition.ts');
      editionInitCommand(file, io);
    });

  command('playground', 'open the page on which to try the migration of a config').action(async () => {
    const { playgroundCommand } = await import('./playground.ts');
    await playgroundCommand(io, process.platform);
  });

  program.helpCommand(false);
  command('help', 'show how to use a command')
    .argument('[command...]', 'the command; by default all of them')
    .action(async (names) => {
      const { helpCommand } = await import('./unknown-command.ts');
      helpCommand(names, program, io);
    });

  // Gets everything that is no other command.
  program
    .command('start', { isDefault: true, hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action(async (words) => {
      const { startCommand } = await import('./start.ts');
      end(await startCommand(words, program, io));
    });

  command('completion', 'print what makes a shell complete commands, options and names')
    .argument('<shell>', 'bash, zsh or fish')
    .action(async (shell) => {
      const { completionCommand } = await import('./completion.ts');
      completionCommand(shell, program, io);
    });

  for (const one of program.commands)
    if (readingSettings.includes(one.name()))
      one
        .option(...shared.edition)
        .option(...shared.config)
        .option(...shared.noConfig)
        .option(...shared.trustConfig);
  return program;
}

/** The commands for which an edition or a settings file makes a difference. */
const readingSettings: readonly string[] = [
  'v4',
  'effective',
  'transform',
  'list',
  'explain',
] satisfies (keyof typeof examples)[];

/** A command as people type it, and what it is for. */
type Example = readonly [command: string, purpose: string];

/** What the help of each command shows. */
export const examples = {
  'fw-migrate': [
    ['fw-migrate v4 --dry-run', 'what the migration would do here'],
    ['fw-migrate v4', 'do it'],
    ['fw-migrate undo', 'undo it'],
    ['fw-migrate explain generate.routes', 'what happens to an option'],
    ['fw-migrate help v4', 'all about one command'],
  ],
  v4: [
    ['fw-migrate v4', 'migrate the repository in this folder'],
    ['fw-migrate v4 --dry-run', 'what would change, and what is left to you'],
    ['fw-migrate v4 --dry-run > v4.patch', 'the patch, for `git apply`'],
    ['fw-migrate v4 --dry-run --output v4.html', 'a page to look at and to share'],
    ['fw-migrate v4 --layout keep', 'move no folder'],
    ['fw-migrate v4 --skip generate', 'leave a transform out'],
    ['fw-migrate v4 --dry-run --todos', 'with a comment at the place of each follow-up'],
    ['fw-migrate v4 --check --quiet || echo "not yet"', 'a gate for continuous integration'],
    ['fw-migrate v4 --verify-command "npm run --if-present types"', 'only if that still passes'],
  ],
  report: [
    ['fw-migrate report', 'what the last run did, and what is open'],
    ['fw-migrate v4 --dry-run --output run.json', 'keep the report of a run'],
    ['fw-migrate report run.json', 'read it again'],
    ['fw-migrate report run.json --output run.html', 'as a page'],
    ['fw-migrate report run.json --format markdown', 'for a pull request'],
    [
      'fw-migrate report --campaign run.json --output campaign.html',
      'many repositories at a glance: name a report of each',
    ],
  ],
  close: [
    ['fw-migrate close b565667e73f1', 'what this follow-up asked for is done'],
    ['fw-migrate close e459 038f --note "checked with the shop team"', 'two of them, and why'],
    ['fw-migrate close e459 --baseline fw-migrate.json', 'in the ledger that the repository keeps'],
  ],
  reopen: [['fw-migrate reopen b565667e73f1', 'somebody has to look at it again']],
  undo: [
    ['fw-migrate undo', 'take the last run in this folder back'],
    ['fw-migrate undo --force', 'although files were edited since'],
  ],
  effective: [
    ['fw-migrate effective', 'every option of the projects in this folder'],
    ['fw-migrate effective . dir.pages', 'one option'],
    ['fw-migrate effective --changed', 'what the two variants read differently'],
    ['fw-migrate effective --variant a --json', `as ${names.variants.a} reads it, for a script`],
  ],
  transform: [
    ['fw-migrate transform all --dry-run', 'every transform on the config in this folder, as a diff'],
    [`fw-migrate transform generate ${configFile}`, 'one transform on one file'],
    [`fw-migrate transform css,plugins - < ${configFile}`, 'from standard input to standard output'],
  ],
  list: [['fw-migrate list', 'all transforms']],
  explain: [
    ['fw-migrate explain generate.routes', 'an option'],
    ['fw-migrate explain generate-exclude-active', 'a follow-up'],
    ['fw-migrate explain src-dir', 'a transform'],
  ],
  edition: [
    ['fw-migrate edition init acme.edition.ts', 'a start with comments'],
    ['fw-migrate edition check acme.edition.ts', 'what it overlays, and mistakes'],
    ['fw-migrate explain dir.pages --edition acme.edition.ts', 'what an option is in it'],
  ],
  playground: [
    ['fw-migrate playground', 'try a config in the browser'],
    ['fw-migrate playground | cat', 'only print its address'],
  ],
  help: [
    ['fw-migrate help', 'all commands'],
    ['fw-migrate help v4', 'all about one of them'],
  ],
  completion: [
    ['fw-migrate completion bash > ~/.fw-migrate.bash', 'then add to ~/.bashrc: source ~/.fw-migrate.bash'],
    ['fw-migrate completion zsh > _fw-migrate', 'put it into a folder of $fpath'],
    ['fw-migrate completion fish > fw-migrate.fish', 'put it into ~/.config/fish/completions'],
  ],
} as const satisfies { readonly [command: string]: readonly Example[] };

/** The examples of a command as a part of its help. */
function exampleText(command: keyof typeof examples): string {
  const shown: readonly Example[] = examples[command];
  const width = Math.max(...shown.map(([text]) => text.length));
  const lines = shown.map(([text, purpose]) =>
    width < 45 ? `  ${text.padEnd(width)}  ${purpose}` : `  ${text}\n      ${purpose}`,
  );
  return `\nExamples:\n${lines.join('\n')}`;
}
