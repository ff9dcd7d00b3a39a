import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { safeForLogs } from '../../src/cli/outputs.ts';
import { githubOf, sarifOf } from '../../src/report/annotations.ts';
import { jsonText } from '../../src/report/printing.ts';
import { contentsOf } from '../apply/support/tree.ts';
import { cli, folderWith, fwMigrate } from '../cli/support/run.ts';
import { hostileReport } from '../report/support/hostile-project.ts';
import { commandOf } from '../report/support/workflow-commands.ts';

const commands = [
  '::set-output name=a::pwn',
  '\t \u0085\u00a0::add-mask::pwn',
  '##[error]pwn',
  'x ##[add-mask]pwn',
  '##vso[task.setvariable variable=a]pwn',
  "##teamcity[publishArtifacts 'pwn']",
];
/** All lines stand as near to what changes as the context of a patch goes. */
const config = (lines: readonly string[], base = '/##vso[x]y##[error]z') =>
  `export default {\n  /*\n${lines.slice(0, 3).join('\n')}\n  */ generate: { routes: ['/a'] }, /*\n${lines.slice(3).join('\n')}\n  */\n  app: { baseURL: '${base}' },\n}\n`;
const hostile = {
  'fw.config.ts': config(commands),
  'pages/index.vue': '<template><p /></template>\n',
};
const harmless = {
  ...hostile,
  'fw.config.ts': config(['a::b::c', '::selection {', '## Heading [x]'], '/x'),
};

const logs = {
  none: {},
  github: { GITHUB_ACTIONS: 'true' },
  azure: { TF_BUILD: 'True' },
  teamcity: { TEAMCITY_VERSION: '2025.1' },
} as const;

const unknown = { GITHUB_ACTIONS: '', TF_BUILD: '', TEAMCITY_VERSION: '' };

function run(
  cwd: string,
  args: readonly string[],
  log: keyof typeof logs,
  stdout: 'pipe' | number = 'pipe',
  input = '',
) {
  const env = { ...process.env, ...unknown, ...logs[log] };
  if (stdout === 'pipe') return fwMigrate(cwd, args, input, env);
  const stdio = ['pipe', stdout, 'pipe'] as const;
  return spawnSync(process.execPath, [cli, ...args], {
    cwd,
    input,
    encoding: 'utf8',
    env,
    stdio: [...stdio],
  });
}

const registered =
  /^(?:set-output|add-mask|error|warning|notice|debug|group|save-state|add-path|set-env)$/i;

/** What GitHub's runner obeys in a log. */
function obeyed(log: string): string[] {
  let token: string | undefined;
  return log.split(/\r\n|\r|\n/).flatMap((line) => {
    const name = commandOf(line.replace(/^[\s\u0085]+/, ''))?.name;
    const bracketed = /##\[(\w[\w-]*)/.exec(line)?.[1];
    if (token !== undefined) {
      if (name === token) token = undefined;
      return [];
    }
    if (name === 'stop-commands') token = commandOf(line)?.message;
    return [name, bracketed].filter((one) => one !== undefined && registered.test(one)) as string[];
  });
}

const dryRuns: readonly (readonly string[])[] = [
  ['v4', '--dry-run'],
  ['v4', '--dry-run', '--format', 'markdown'],
  ['v4', '--dry-run', '--format', 'html'],
  ['v4', '--dry-run', '--format', 'pretty', '--verbose'],
  ['v4', '--dry-run', '--format', 'json'],
  ['v4', '--dry-run', '--format', 'sarif'],
  ['transform', 'all', '--dry-run'],
  ['effective'],
  ['effective', '--json'],
];

describe('what is printed into the log of a workflow is not obeyed', () => {
  it.each(dryRuns.map((args) => args.join(' ')))('by GitHub: %s', (args) => {
    const { status, stdout, stderr } = run(folderWith(hostile), args.split(' '), 'github');
    expect([status, obeyed(stdout), obeyed(stderr)]).toEqual([0, [], []]);
    expect(stdout).not.toBe('');
  });

  it.each(dryRuns.map((args) => args.join(' ')))('by others: %s', (args) => {
    for (const log of ['azure', 'teamcity'] as const) {
      const { status, stdout, stderr } = run(folderWith(hostile), args.split(' '), log);
      expect(stdout + stderr).not.toMatch(/##\w*\[/);
      if (status !== 0)
        expect([status, stdout, stderr]).toEqual([
          2,
          '',
          expect.stringContaining('--output <file>'),
        ]);
    }
  });

  it('a patch in a log of GitHub is still one', () => {
    const folder = folderWith(hostile);
    const applied = folderWith(hostile);
    const { stdout } = run(folder, ['v4', '--dry-run'], 'github');
    expect(stdout).toMatch(/^::stop-commands::(\w{32})\n.*\n::\1::\n$/s);
    const git = spawnSync('git', ['apply'], { cwd: applied, input: stdout, encoding: 'utf8' });
    expect([git.status, git.stderr]).toEqual([0, '']);
    expect(run(folder, ['v4', '--quiet'], 'github').status).toBe(0);
    const { 'fw.config.ts': text, 'app/pages/index.vue': page } = contentsOf(folder);
    expect(contentsOf(applied)).toEqual({ 'fw.config.ts': text, 'app/pages/index.vue': page });
  });

  it.each(commands)('also if it is the only one: %j', (command) => {
    const folder = folderWith({ ...hostile, 'fw.config.ts': config([command], '/x') });
    for (const args of dryRuns) {
      const { status, stdout, stderr } = run(folder, args, 'github');
      expect([status, obeyed(stdout), obeyed(stderr)]).toEqual([0, [], []]);
    }
  });

  it('a diff of a transform in a log of GitHub is still one', () => {
    const folder = folderWith(hostile);
    const { stdout } = run(folder, ['transform', 'generate', '--dry-run'], 'github');
    expect(spawnSync('git', ['apply'], { cwd: folder, input: stdout }).status).toBe(0);
    expect(readFileSync(join(folder, 'fw.config.ts'), 'utf8')).toContain('serverEngine');
  });

  it('what holds no command is printed to the byte everywhere', () => {
    const [first, ...others] = (['none', 'github', 'azure', 'teamcity'] as const).map(
      (log) => run(folderWith(harmless), ['v4', '--dry-run'], log).stdout,
    );
    expect(first).toContain('\n ## Heading [x]\n');
    for (const one of others) expect(one).toBe(first);
  });

  it('where no log is known, and in a file, every byte is kept', () => {
    const folder = folderWith(hostile);
    const { stdout } = run(folder, ['v4', '--dry-run'], 'none');
    for (const command of commands) expect(stdout).toContain(` ${command}\n`);
    for (const log of ['github', 'azure'] as const) {
      const file = openSync(join(folder, 'out.patch'), 'w');
      expect(run(folder, ['v4', '--dry-run'], log, file).status).toBe(0);
      closeSync(file);
      expect(readFileSync(join(folder, 'out.patch'), 'utf8')).toBe(stdout);
      expect(run(folder, ['v4', '--dry-run', '--output', 'own.patch'], log).status).toBe(0);
      expect(readFileSync(join(folder, 'own.patch'), 'utf8')).toBe(stdout);
    }
  });

  it('a report that standard output cannot have is written to files all the same', () => {
    const folder = folderWith(hostile);
    const { status } = run(
      folder,
      ['v4', '--dry-run', '--format', 'patch', '--output', 'r.json'],
      'azure',
    );
    expect(status).toBe(2);
    expect(JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8'))).toMatchObject({
      target: 'v4',
    });
  });

  it('what is not printed after a run says that the run is done', () => {
    const folder = folderWith(hostile);
    const { status, stdout, stderr } = run(folder, ['v4', '--format', 'patch'], 'azure');
    expect([status, stdout, stderr]).toEqual([
      2,
      '',
      expect.stringContaining('Everything else completed.'),
    ]);
    expect(Object.keys(contentsOf(folder))).toContain('app/pages/index.vue');
  });

  it('code is printed to the byte, or not at all', () => {
    const folder = folderWith({});
    const args = ['transform', 'generate', '-'];
    const { stdout } = run(folder, args, 'none', 'pipe', config(commands));
    for (const command of commands) expect(stdout).toContain(`\n${command}\n`);
    for (const log of ['github', 'azure', 'teamcity'] as const) {
      const refused = run(folder, args, log, 'pipe', config(commands));
      expect([refused.status, refused.stdout]).toEqual([2, '']);
      expect(refused.stderr).toContain('`> <file>`');
    }
  });

  it.skipIf(process.platform !== 'linux')(
    'a stream of the system is a way into the log as well',
    () => {
      const folder = folderWith(hostile);
      const script = '"$0" "$1" v4 --dry-run --quiet --format patch --output /dev/stdout | cat';
      const through = (log: keyof typeof logs) =>
        spawnSync('sh', ['-c', script, process.execPath, cli], {
          ...{ cwd: folder, encoding: 'utf8' },
          env: { ...process.env, ...unknown, ...logs[log] },
        });
      expect(through('none').stdout).toContain(commands[0]);
      expect(obeyed(through('github').stdout)).toEqual([]);
      expect(through('azure').stdout).not.toMatch(/##\w*\[/);
    },
  );
});

describe('JSON', () => {
  it.each(['json', 'sarif'])(
    '%s holds no command in a file either, and means the same',
    (format) => {
      const odd = "##[error]pwn\u2028::error::x ###vso[y] \\## '##'";
      const folder = folderWith({
        ...hostile,
        'pages/x.vue': `<template>{{ useAsyncData(\`${odd}\`) }}</template>\n`,
      });
      const name = `report.${format}`;
      expect(run(folder, ['v4', '--dry-run', '--output', name], 'none').status).toBe(0);
      const text = readFileSync(join(folder, name), 'utf8');
      expect(text).not.toContain('##');
      expect(obeyed(text)).toEqual([]);
      const { patch, parsed } = {
        patch: run(folder, ['v4', '--dry-run'], 'none').stdout,
        parsed: JSON.parse(text),
      };
      if (format === 'json') {
        const diffs: string[] = parsed.projects.flatMap(
          ({ files }: { files: { diff: string }[] }) => files.map(({ diff }) => diff),
        );
        expect(diffs.join('')).toBe(patch.replace(/^# fw-migrate: .*\n/, ''));
        const again = run(folder, ['report', name, '--format', 'json'], 'github');
        expect(again.stdout).toBe(text);
      }
    },
  );
});

describe('annotations', () => {
  it('are obeyed by GitHub as they are, and refused where another log would obey what they quote', async () => {
    const text = githubOf(await hostileReport(true));
    for (const name of obeyed(text.replaceAll('##[', '')))
      expect(name).toMatch(/^(?:notice|warning)$/);
    expect(safeForLogs(text, 'github', ['github'])).toBe(text);
    const quoting = '::notice title=x::y ##vso[task.complete]z\n';
    expect(safeForLogs(quoting, 'github', ['github'])).toBe(quoting);
    expect(() => safeForLogs(quoting, 'github', ['other'])).toThrow('would run as commands');
  });

  it('a line that GitHub takes for an annotation is nothing else to it', () => {
    // Its runner looks for `##[…]` only in lines that do not start with a command.
    expect(commandOf('::notice title=x::y ##[error]z')?.message).toBe('y ##[error]z');
  });
});

describe('SARIF and JSON of a hostile project', () => {
  it('hold no command wherever it stands', async () => {
    const report = await hostileReport(true);
    const texts = [sarifOf(report, { version: '1.0.0' }), jsonText(report)];
    expect(JSON.stringify(report)).toContain('##[');
    for (const text of texts) {
      expect(text).not.toContain('##');
      expect(obeyed(text)).toEqual([]);
    }
    expect(JSON.parse(jsonText(report))).toEqual(JSON.parse(JSON.stringify(report)));
  });
});

describe('problems are told without commands', () => {
  const none = (text: string) => {
    expect(obeyed(text)).toEqual([]);
    expect(text).not.toMatch(/##\w*\[/);
    expect(text).not.toBe('');
  };

  it('excerpts of a config that cannot be read', () => {
    for (const line of commands) {
      const folder = folderWith({ 'fw.config.ts': `export default {\n${line}\n` });
      for (const args of [['v4'], ['transform', 'all'], ['effective']])
        none(run(folder, args, 'github').stderr);
    }
  });

  it('names of files', () => {
    const name = 'a\n::error::pwn\n##[error]x.ts';
    const folder = folderWith({ [`in/${name}`]: 'export default', 'in/r.json': '{}' });
    symlinkSync('nowhere', join(folder, `in/link${name}`));
    for (const args of [
      ['transform', 'all', name],
      ['v4', name],
      ['report', name],
      ['report', `link${name}`],
    ])
      none(run(join(folder, 'in'), args, 'github').stderr);
    none(run(join(folder, 'in'), ['report', 'r.json', '--output', `${name}.md`], 'github').stderr);
  });

  it('arguments that are not known', () => {
    for (const args of [
      ['v4', '--a\n::error::pwn'],
      ['\n::error::pwn'],
      ['explain', '\n::error::pwn'],
    ])
      none(run(folderWith({}), args, 'github').stderr);
  });

  it('messages of a transform of the user', () => {
    for (const line of commands) {
      const text = JSON.stringify(`a\n${line}`);
      const folder = folderWith({
        ...harmless,
        'own.mjs': `export default () => { throw new Error(${text}) }\n`,
      });
      none(run(folder, ['transform', './own.mjs'], 'github').stderr);
    }
  });
});

describe('what people read goes through one function on its way to a stream', () => {
  const name = 'a\u001B[31m\u001B]0;pwn\u0007\u009B2Jb\u202Ec\u0008';

  it.each([
    ['v4', name, '--allow-dirty'],
    ['v4', name, '--dry-run', '--format', 'pretty', '--verbose'],
    ['v4', name, '--dry-run', '--quiet', '--output', `${name}.md`],
    ['undo', name],
    ['undo', `${name}/gone`],
    ['effective', name],
    ['effective', name, name],
    ['transform', 'all', '--dry-run', `${name}/fw.config.ts`],
    ['transform', name],
    ['report', name],
    ['close', name],
    ['close', '--baseline', name, 'x'],
    ['edition', 'init', `${name}.ts`],
    ['edition', 'init', name],
    ['edition', 'check', name],
    ['explain', name],
    ['list', '--edition', name],
    ['list', '--config', name],
    [name],
    ['v4', `--${name}`],
    ['v4', '--layout', name],
    ['v4', '--format', name],
    ['v4', '--only', name],
    ['v4', '--move', name],
    ['v4', '--shard', name, '-n'],
  ])('%s', (...args) => {
    const files = Object.entries(harmless).map(([path, text]) => [`${name}/${path}`, text]);
    const folder = folderWith(Object.fromEntries(files));
    for (const environment of [{}, { FORCE_COLOR: '1' }]) {
      const env = { ...process.env, NO_COLOR: '', ...environment };
      const { stdout, stderr } = fwMigrate(folder, args, '', env);
      const text = stdout + stderr;
      expect(text).not.toBe('');
      const patch = args.includes('transform') ? stdout : '';
      expect(stderr + stdout.replace(patch, '')).not.toMatch(
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
        /[\u0000-\u0008\u000B-\u001A\u001C-\u001F\u007F-\u009F\u202E]|\u001B(?!\[\d{1,2}m)/,
      );
      if (environment.FORCE_COLOR === undefined) expect(stderr).not.toContain('\u001B');
    }
  });

  it('and nothing else writes to one', () => {
    const root = new URL('../../src/', import.meta.url);
    const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.startsWith('playground'))
      .flatMap((path) => {
        const text = readFileSync(new URL(path, root), 'utf8');
        const writes = text.match(
          /\bconsole\.\w+|process\.std(?:out|err)\.write.*|\bstream\.write\(.*|\bwriteSync\(.*|terminal\.output/g,
        );
        return (writes ?? []).map((write) => `${path}: ${write}`);
      });
    expect(found.sort()).toEqual([
      // They stand alone, and keep to printable ASCII.
      'cli.ts: process.stderr.write(',
      'cli.ts: process.stderr.write(',
      "cli.ts: stream.write('', () => resolve());",
      "cli/main.ts: process.stderr.write('\\r\\u001B[K');",
      // Results for programs, which `printExactly` makes safe.
      'cli/main.ts: process.stdout.write(text),',
      'cli/main.ts: stream.write(printable(withToolName(text, startedAs()), lookOf(stream).colors.isColored));',
    ]);
  });
});
