import { Command, Option } from 'commander';
import { visible } from '../report/plain.ts';
import { exampleText } from './examples.ts';
import type { Io } from './io.ts';

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
    '--format <format>',
    'pretty, markdown, json, sarif, github, html or patch; may be given several times',
  ).argParser(collect);
}

function outputOption(): Option {
  return new Option(
    '--output <file>',
    'write the report there, in the format that its ending or --format names; may be given several times',
  ).argParser(collect);
}

function ownTransformOption(): Option {
  return new Option(
    '--transform <file>',
    'run your own transform afterwards; may be given several times',
  ).argParser(collect);
}

function recoverOption(): Option {
  return new Option(
    '--recover',
    'trust state in .fw-migrate/ that was written on another machine, in a container or by another user; use only if that run was yours',
  );
}

/**
 * The commands, their options and their help. What a command ends with is passed on. Commands are loaded when they are
 * called, so that help stays instant.
 */
export function createProgram(io: Io, end: (exitCode: number) => void): Command {
  const program = new Command('fw-migrate')
    .description('Takes fw projects from Variant B to Variant A without touching a byte it need not.')
    .version(io.version, '-V, --version')
    .option('--no-color', 'never colour the output')
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: (text) => io.err(visible(text)) })
    .showHelpAfterError('Run with --help for usage.')
    .addHelpText('after', exampleText('fw-migrate'));

  program
    .command('v4')
    .description('migrate every project in a folder: configs, folders, and all references between files')
    .argument('[dir]', 'the folder', '.')
    .option('-n, --dry-run', 'print the changes as a patch for `git apply`, write nothing')
    .option('--check', 'like --dry-run, with exit code 1 if anything is left to migrate or to decide')
    .addOption(layoutOption())
    .option('--move <names...>', 'move these folders of the sources as well (`stores`, `types`)')
    .option('--stay <names...>', 'hold these folders back')
    .option('--keep-defaults', 'write the old defaults of options whose default changed')
    .option('--only <ids...>', 'run these transforms alone')
    .option('--skip <ids...>', 'leave these transforms out')
    .addOption(ownTransformOption())
    .option('--interactive', 'choose on a terminal: the layout and the changes of each project')
    .option('--allow-dirty', 'do not insist on a clean git tree')
    .addOption(recoverOption())
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
    .addHelpText('after', exampleText('v4'))
    .addHelpText(
      'after',
      '\nExit codes: 0 done or nothing to do; 1 --check found work; 2 bad usage or bad\ninput, and nothing was written; 130 and the like when it was told to stop.',
    )
    .action(async (dir, flags) => {
      const { v4Command } = await import('./v4.ts');
      end(await v4Command(dir, flags, io));
    });

  program
    .command('undo')
    .description('put everything back as it was before the last run, also without git')
    .argument('[dir]', 'the folder that the run was given', '.')
    .option(
      '--force',
      'also where files were edited or deleted since; what you wrote is kept in .fw-migrate/',
    )
    .addOption(recoverOption())
    .addHelpText('after', exampleText('undo'))
    .action(async (dir, flags) => {
      const { undoCommand } = await import('./undo.ts');
      end(await undoCommand(dir, flags, io));
    });

  program
    .command('report')
    .description('show a report that was saved as JSON in any format; several become one')
    .argument('<files...>', 'reports, such as those of the shards of a run')
    .addOption(formatOption())
    .addOption(outputOption())
    .option('--baseline <file>', 'compare with an earlier report; run in the folder that both are of')
    .option('--verbose', 'list every place and every file')
    .addHelpText('after', exampleText('report'))
    .action(async (files, flags) => {
      const { reportCommand } = await import('./report.ts');
      await reportCommand(files, flags, io);
    });

  program
    .command('effective')
    .description('tell what the framework takes each option to be, with defaults and layers, and who says so')
    .argument('[dir]', 'the folder', '.')
    .argument('[option]', 'the path of an option; by default all of them')
    .option('--variant <a|b>', 'as this variant reads it; by default the one that the project is in')
    .option('--json', 'print JSON')
    .addHelpText('after', exampleText('effective'))
    .action(async (dir, option, flags) => {
      const { effectiveCommand } = await import('./effective.ts');
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
    .addOption(ownTransformOption())
    .option('--stdin-filename <filename>', 'the name that standard input has in messages', 'fw.config.ts')
    .addHelpText('after', exampleText('transform'))
    .action(async (id, files, flags) => {
      const { transformCommand } = await import('./transform.ts');
      end(await transformCommand(id, files, flags, io));
    });

  program
    .command('list')
    .description('list the transforms, with the options they handle')
    .addHelpText('after', exampleText('list'))
    .action(async () => {
      const { listCommand } = await import('./reference.ts');
      listCommand(io);
    });

  program
    .command('explain')
    .description('explain an option in both variants, or what a follow-up means')
    .argument('<name>', 'the path of an option, or a follow-up code')
    .addHelpText('after', exampleText('explain'))
    .action(async (name) => {
      const { explainCommand } = await import('./reference.ts');
      explainCommand(name, io);
    });

  program
    .command('completion')
    .description('print what makes a shell complete commands, options and names')
    .argument('<shell>', 'bash, zsh or fish')
    .addHelpText('after', exampleText('completion'))
    .action(async (shell) => {
      const { completionCommand } = await import('./completion.ts');
      completionCommand(shell, program, io);
    });

  return program;
}
