#!/usr/bin/env node
import { Command, CommanderError, Option } from 'commander';
import pc from 'picocolors';
import packageJson from '../package.json' with { type: 'json' };
import type { Io } from './cli/io.ts';
import type { Look } from './report/look.ts';

// The only module that knows the process. Commands are loaded when they are called, so that help stays instant.
const io: Io = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  async readStdin() {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  },
  progress(text) {
    // A line that is written over and over again; only a terminal can do that.
    if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`);
  },
  get terminal() {
    const { stdin: input, stderr: output } = process;
    return input.isTTY && output.isTTY ? { input, output } : undefined;
  },
  version: packageJson.version,
  cwd: process.cwd(),
  get outLook() {
    return lookOf(process.stdout);
  },
  get errLook() {
    return lookOf(process.stderr);
  },
};

/** Only a terminal has a width and colours, and not everybody wants those. */
function lookOf({ isTTY, columns }: NodeJS.WriteStream): Look {
  const isColored = isTTY && !process.env.NO_COLOR && !process.argv.includes('--no-color');
  return { colors: pc.createColors(Boolean(isColored)), width: isTTY ? columns : undefined };
}

/** Gathers an option that may be given several times: one that takes a list would swallow the files behind it. */
function collect(value: string, list: readonly string[] = []): string[] {
  return [...list, value];
}

function layoutOption(): Option {
  return new Option(
    '--layout <mode>',
    'auto: an explicit srcDir stays; app: sources end up in app/; keep: nothing moves',
  ).default('auto');
}

function formatOption(): Option {
  return new Option(
    '--format <name>',
    'pretty, markdown, json, sarif, github, html or patch; may be given several times',
  ).argParser(collect);
}

function outputOption(): Option {
  return new Option(
    '--output <file>',
    'write the report there, in the format that its ending or --format names; may be given several times',
  ).argParser(collect);
}

let exitCode = 0;

function createProgram(): Command {
  const program = new Command('fw-migrate')
    .description('Takes fw projects from Variant B to Variant A without touching a byte it need not.')
    .version(packageJson.version, '-V, --version')
    .option('--no-color', 'never colour the output')
    .exitOverride()
    .showHelpAfterError('Run with --help to see what there is.')
    .addHelpText(
      'after',
      `
Examples:
  fw-migrate v4 --dry-run                         what the migration would do to this repository
  fw-migrate v4                                   do it
  fw-migrate undo                                 take it back
  fw-migrate transform all                        every transform on the config in this folder
  fw-migrate transform generate fw.config.ts      one transform on one file
  fw-migrate transform all - < fw.config.ts       from standard input to standard output
  fw-migrate explain generate.routes              what happens to an option
`,
    );

  program
    .command('v4')
    .description('migrate every project in a folder: configs, folders, and all references between files')
    .argument('[dir]', 'the folder; by default the current one', '.')
    .option('-n, --dry-run', 'print the changes as a patch for `git apply`, write nothing')
    .option('--check', 'like --dry-run, with exit code 1 if anything is left to migrate or to decide')
    .addOption(layoutOption())
    .option('--move <names...>', 'move these folders of the sources as well (`stores`, `types`)')
    .option('--stay <names...>', 'hold these folders back')
    .option('--keep-defaults', 'write the old defaults of options whose default changed')
    .option('--only <ids...>', 'run these transforms alone')
    .option('--skip <ids...>', 'leave these transforms out')
    .option(
      '--transform <file>',
      'run your own transform afterwards; may be given several times',
      collect,
      [],
    )
    .option('--interactive', 'choose on a terminal: the layout and the changes of each project')
    .option('--allow-dirty', 'do not insist on a clean git tree')
    .option(
      '--verify-command <command>',
      'run a command, such as a type check, in a copy before and after: if the migration makes it fail, name the cause and write nothing',
    )
    .addOption(formatOption())
    .addOption(outputOption())
    .option('--baseline <file>', 'compare with the JSON report of an earlier run: what is new, open, done')
    .option('--shard <i/n>', 'with --dry-run: the i-th of n parts of the projects')
    .option('--quiet', 'print one line that counts, and the patch of a dry run')
    .option('--verbose', 'list every place and every file')
    .action(async (dir, flags) => {
      const { v4Command } = await import('./cli/v4.ts');
      exitCode = await v4Command(dir, flags, io);
    });

  program
    .command('report')
    .description('show a report that was saved as JSON in any format; several become one')
    .argument('<files...>', 'reports, such as those of the shards of a run')
    .addOption(formatOption())
    .addOption(outputOption())
    .option('--baseline <file>', 'compare with an earlier report; run in the folder that both are of')
    .option('--verbose', 'list every place and every file')
    .action(async (files, flags) => {
      const { reportCommand } = await import('./cli/report.ts');
      await reportCommand(files, flags, io);
    });

  program
    .command('undo')
    .description('put everything back as it was before the last run')
    .argument('[dir]', 'the folder that the run was given; by default the current one', '.')
    .option(
      '--force',
      'also where files were edited or deleted since; what you wrote is kept in .fw-migrate/',
    )
    .action(async (dir, flags) => {
      const { undoCommand } = await import('./cli/undo.ts');
      exitCode = await undoCommand(dir, flags, io);
    });

  program
    .command('effective')
    .description('tell what the framework takes each option to be, with defaults and layers, and who says so')
    .argument('[dir]', 'the folder; by default the current one', '.')
    .argument('[option]', 'the path of an option; by default all of them')
    .option('--variant <a|b>', 'as this variant reads it; by default the one that the project is in')
    .option('--json', 'print JSON')
    .action(async (dir, option, flags) => {
      const { effectiveCommand } = await import('./cli/effective.ts');
      effectiveCommand(dir, option, flags, io);
    });

  program
    .command('transform')
    .description('run one transform, several, or all on configs, or from stdin to stdout with `-`')
    .argument('<id>', 'a transform, several with commas between them, `all`, or the file of your own')
    .argument('[files...]', 'configs; `-` for standard input; by default the config in this folder')
    .option('-n, --dry-run', 'print the unified diff, write nothing')
    .addOption(layoutOption())
    .option('--keep-defaults', 'write the old defaults of options whose default changed')
    .option(
      '--transform <file>',
      'run your own transform afterwards; may be given several times',
      collect,
      [],
    )
    .option('--stdin-filename <name>', 'the name that standard input has in messages', 'fw.config.ts')
    .action(async (id, files, flags) => {
      const { transformCommand } = await import('./cli/transform.ts');
      await transformCommand(id, files, flags, io);
    });

  program
    .command('list')
    .description('list the transforms, with the options they handle')
    .action(async () => {
      const { listCommand } = await import('./cli/reference.ts');
      listCommand(io);
    });

  program
    .command('explain')
    .description('explain an option in both variants, or what a follow-up means')
    .argument('<name>', 'the path of an option, or a follow-up code')
    .action(async (name) => {
      const { explainCommand } = await import('./cli/reference.ts');
      explainCommand(name, io);
    });

  return program;
}

async function main(): Promise<number> {
  try {
    await createProgram().parseAsync();
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const [{ isExpected }, { plain }] = await Promise.all([
      import('./cli/expected.ts'),
      import('./report/plain.ts'),
    ]);
    io.progress('');
    io.err(`${plain(isExpected(error) ? error.message : unforeseen(error))}\n`);
    return 2;
  }
}

/** A mistake of ours: the trace is for whoever mends it. */
function unforeseen(error: unknown): string {
  const trace = error instanceof Error ? error.stack : String(error);
  const detail = process.env.FW_MIGRATE_DEBUG ? `\n${trace}` : ' Run with FW_MIGRATE_DEBUG=1 for details.';
  return `This is a mistake in fw-migrate, please report it: ${error instanceof Error ? error.message : error}${detail}`;
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough (`| head`) is no error.
    if (error.code === 'EPIPE') process.exit(0);
    io.err(
      `The output could not be written (${error.code ?? error.message}); what it would have told was done.\n`,
    );
    process.exit(2);
  });
}

process.exitCode = await main();
