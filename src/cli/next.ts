/** The command `next`: shows the most urgent follow-up, and makes the edit if one is known. */

import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { folderOf, isInside, pathFrom, placeAt } from '../base/paths.ts';
import { conditionOf, doneWhen, followUpRow, rankOf } from '../catalogue/follow-ups.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { asWord } from '../layout/layout.ts';
import type { LinePlace } from '../plan/located.ts';
import { closeFollowUps } from '../report/ledger.ts';
import { patchText } from '../report/patch.ts';
import { followUpLines } from '../report/pretty.ts';
import { plainLine, present, wrapLines } from '../report/printing.ts';
import type { FollowUpReport, Report } from '../report/report.ts';
import { counted, pathArgument, shellWord } from '../report/sentences.ts';
import { catalogueOf, openFollowUps, placeNow, placesOf } from '../report/summary.ts';
import { uncommittedFiles } from '../tree/git.ts';
import { gitFolderAbove, slashed } from '../tree/git-ignore.ts';
import { memberOf, membersAt, parseJson, valueAt } from '../tree/json.ts';
import { changeLast, lastReportIn } from './earlier-reports.ts';
import { loadEditionNear } from './edition-command.ts';
import type { CommandFlags } from './flags.ts';
import { type Answer, questionsOn, Stopped } from './interactive.ts';
import { type Io, UsageError } from './io.ts';
import { textOnDisk } from './named-files.ts';
import { managerOf } from './next-steps.ts';
import { folderOfRun } from './target.ts';
import { writeFiles } from './undo-command.ts';
import { v4Command } from './v4.ts';

/** `fw-migrate next`: shows or does the next follow-up; in a terminal, one by one until none is open. */
export async function nextCommand(flags: CommandFlags, given: Io): Promise<void> {
  const io = { ...given, cwd: folderOfRun(given.cwd) };
  const skipped = new Set<string>();
  for (;;) {
    const report = await lastReportIn(io);
    const open = openFollowUps(report).toSorted((a, b) => rankOf(a) - rankOf(b));
    const next = open.find(({ id }) => !skipped.has(id));
    if (!next) {
      const skips = `${counted(open.length, 'follow-up')} skipped. No other is open.\n`;
      return io.out(open.length === 0 ? 'No follow-ups are open.\n' : skips);
    }
    const left = open.length - skipped.size;
    const pending = { next, left, report, catalogue: await catalogueFor(next, report, io.cwd) };
    const fix = fixFor(pending, io.cwd);
    if (flags.do) return make(fix, next, io);
    io.out(`${nextText(pending, fix, io)}\n`);
    if (!io.terminal || io.outKind !== 'terminal') return;
    try {
      if ((await handle(pending, fix, io)) === 'skip') skipped.add(next.id);
    } catch (error) {
      if (error instanceof Stopped) return;
      throw error;
    }
  }
}

/** The next follow-up, and how many are left including it. */
interface Pending {
  readonly next: FollowUpReport;
  readonly left: number;
  readonly report: Report;
  readonly catalogue: Catalogue;
}

/** The catalogue that explains a follow-up; one from an earlier run may belong to another edition. */
async function catalogueFor(
  { file }: FollowUpReport,
  report: Report,
  cwd: string,
): Promise<Catalogue> {
  const isOfRun = report.projects.some(({ root }) => isInside(file, root));
  return isOfRun ? catalogueOf(report) : loadEditionNear(join(cwd, file)).catalogue;
}

/** The command for a known edit and, if it can be made here as a run, what it does and how. */
interface KnownFix {
  readonly command: string;
  readonly hint?: string;
  readonly make?: (io: Io) => Promise<unknown>;
}

function fixFor(
  { next, report, catalogue: { names } }: Pending,
  cwd: string,
): KnownFix | undefined {
  const { code, subject, option } = next;
  const fix = followUpRow(code)?.fix;
  if (fix === undefined) return undefined;
  const place = fix === 'move' ? (subject ?? next.file) : next.file;
  const home = report.projects.findLast(({ root }) => isInside(place, root))?.root ?? '';
  const manager = managerOf(join(cwd, home));
  const isOther = names.package !== catalogueOf(report).names.package;
  const edition = isOther ? ` --edition ${names.package}` : '';
  const run = (flag: string, value: string, flags: CommandFlags): KnownFix => {
    const isInGit = gitFolderAbove(cwd) !== undefined;
    const isDirty = isInGit && uncommittedFiles(cwd).length > 0;
    // The projects that the run left stay.
    const only = report.left && home !== '' && isInGit ? [home] : [];
    const words = only.map((folder) => `${shellWord(pathArgument(folder))} `).join('');
    const hint = `v4 ${words}${flag} ${asWord(value)}${edition}${isDirty ? ' --allow-dirty' : ''}`;
    const ofRun = {
      ...flags,
      ...(isOther && { edition: names.package }),
      allowDirty: true,
      quiet: true,
    };
    const make = (io: Io) => v4Command(only, { ...ofRun, keepRuns }, io);
    return { command: `fw-migrate ${hint}`, hint, make };
  };
  const inFolder = (folder: string, command: string) =>
    folder === '' || folder.startsWith('..') ? command : `cd ${shellWord(folder)} && ${command}`;
  const install = inFolder(slashed(relative(cwd, manager.folder)), manager.install);
  if (fix === 'keep-default')
    return option === undefined
      ? undefined
      : run('--keep-default', option, { keepDefault: [option] });
  if (fix === 'install') return { command: install };
  if (subject === undefined) return undefined;
  if (fix === 'move') {
    const name = pathFrom(home, subject);
    return run('--move', name, { move: [name] });
  }
  if (fix === 'add-package') {
    const add = (text: string) => withPackage(text, subject, names.package);
    const command = inFolder(home, `${manager.add} ${subject}`);
    return { command, ...editOf(cwd, placeAt(home, 'package.json'), add, install) };
  }
  const places = placesOf(next).map((evidence) => placeNow(evidence, report));
  const edit = editOf(cwd, places[0]?.file ?? '', (text) => withAliases(text, places, subject));
  return edit && { command: 'fw-migrate next --do', ...edit };
}

// The migration can still be undone after many small edits.
const keepRuns = Number.POSITIVE_INFINITY;

/** The edit of a file below a folder, with a command for afterwards; undefined if no edit is known. */
function editOf(
  cwd: string,
  path: string,
  edit: (text: string) => string | undefined,
  afterwards?: string,
) {
  const before = textOnDisk(join(cwd, path));
  const after = before === undefined ? undefined : edit(before);
  if (before === undefined || after === undefined) return undefined;
  const file = {
    from: path,
    to: path,
    kind: 'file',
    text: { before, after },
    by: ['next'],
  } as const;
  const make = async (io: Io) => {
    await writeFiles([file], io.cwd, { keepRuns }, io);
    io.out(patchText(file, ''));
    if (afterwards !== undefined) io.out(`Then run: ${plainLine(afterwards)}\n`);
  };
  return { hint: `edits ${path}`, make };
}

/** Adds a package of the framework to a package.json, with the version range of the framework itself. */
function withPackage(text: string, name: string, framework: string): string | undefined {
  const root = parseJson(text);
  for (const group of ['dependencies', 'devDependencies']) {
    const range = memberOf(valueAt(root, group), framework)?.value;
    // If another file defines the version, that file must list the package too.
    if (range?.kind !== 'string' || !/^[\^~<>=v\d]/.test(range.text)) continue;
    const members = membersAt(root, group);
    const entry = `${JSON.stringify(name)}: ${JSON.stringify(range.text)}`;
    const next = members.find(({ key }) => key > name) ?? members.at(-1);
    if (!next) continue;
    const [between = ''] = /\s*$/.exec(text.slice(0, next.start)) ?? [];
    return next.key > name
      ? `${text.slice(0, next.start)}${entry},${between}${text.slice(next.start)}`
      : `${text.slice(0, next.end)},${between}${entry}${text.slice(next.end)}`;
  }
  return undefined;
}

/**
 * Points the aliases at these places of a tool's config to the source directory, and adds a doubled alias with
 * the old path, unless the file has one. Undefined if an alias does not have its own line with one path.
 */
function withAliases(
  text: string,
  places: readonly LinePlace[],
  source: string,
): string | undefined {
  const lines = text.split('\n');
  const hasDoubled = /['"][^\w'"]*(?:~~|@@)[/'"]/.test(text);
  for (const { file, line, column } of places) {
    const content = lines[line - 1] ?? '';
    const [key, value] = [content.slice(0, column - 1), content.slice(column - 1)];
    const pointed = pointedValue(key, value, file, source);
    if (pointed === undefined) return undefined;
    const rooted = key.replace(/[~@]/, '$&$&') + value;
    // The last entry of a list may lack the comma that it needs before another entry.
    const entry = /,\s*$|\]\s*=/.test(rooted) ? rooted : rooted.replace(/(?=\r?$)/, ',');
    lines[line - 1] = hasDoubled ? key + pointed : `${entry}\n${key}${pointed}`;
  }
  return lines.join('\n');
}

/** The value of an alias with its path replaced by the source directory; undefined if that is not possible. */
function pointedValue(
  key: string,
  value: string,
  file: string,
  source: string,
): string | undefined {
  const [path, ...more] = value.matchAll(/(['"`])(.*?)\1/g);
  const isEntry = /^\s*(?:[\w.]+\[)?(['"`])[^'"`]*\1\]?\s*[:=]\s*$/.test(key);
  const [text, prefix = '', folder = '', suffix = ''] =
    /^((?:<rootDir>)?\/*)(.*?)(\/?(?:\$\d|\*)?)$/.exec(path?.[2] ?? '') ?? [];
  if (!isEntry || !path || text === undefined || !/^[.<]|\//.test(text) || more.length > 0)
    return undefined;
  // Below the root, it is unknown from where a tool resolves a path.
  const isFromFile = /import\.meta|__dirname/.test(value);
  if (prefix === '' && !isFromFile && folderOf(file) !== '') return undefined;
  const to = prefix === '' ? pathFrom(folderOf(file), source) : source;
  const dots = folder.startsWith('.') && !to.startsWith('.') ? './' : '';
  const slash = /^[$*]/.test(suffix) ? '/' : '';
  const at = path.index + 1;
  return `${value.slice(0, at)}${prefix}${dots}${to}${slash}${suffix}${value.slice(at + text.length)}`;
}

/** Makes an edit as a separate run, which can be undone. */
async function make(
  fix: KnownFix | undefined,
  { code, id }: FollowUpReport,
  io: Io,
): Promise<void> {
  if (!fix?.make)
    throw new UsageError(`No edit is known for ${code} (${id}). See \`fw-migrate next\`.`);
  await fix.make(io);
  io.out('To undo this run: fw-migrate undo\n');
}

/** Asks what to do with a follow-up, and does it. Returns the answer. */
async function handle({ next, report }: Pending, fix: KnownFix | undefined, io: Io) {
  const { choose } = await questionsOn(io);
  const editor = process.env.VISUAL || process.env.EDITOR;
  const { file, line } = placeNow(placesOf(next)[0] ?? next, report);
  const answers = present<Answer<'do' | 'done' | 'skip' | 'open'>>([
    fix?.make && { value: 'do', label: 'Do it', hint: plainLine(fix.hint ?? '') },
    { value: 'skip', label: 'Skip it for now' },
    { value: 'done', label: 'It is done', hint: 'closes it' },
    editor && { value: 'open', label: `Open ${plainLine(file)} in ${editor}` },
  ]);
  const answer = await choose('What about this one?', answers, 'Stop here');
  if (answer === 'done') await changeLast(io, (current) => closeFollowUps(current, [next.id]));
  if (answer === 'do') await make(fix, next, io);
  if (answer === 'open') {
    const command = `${editor} ${editorArguments(editor ?? '', file, line)}`;
    spawnSync(command, { cwd: io.cwd, shell: true, stdio: 'inherit' });
  }
  return answer;
}

/** Most terminal editors take a line as `+1`; graphical editors take it after the file. */
function editorArguments(editor: string, file: string, line: number): string {
  if (/\b(?:code|codium|cursor)\b/.test(editor))
    return `--wait --goto ${shellWord(`${file}:${line}`)}`;
  return /\b(?:n?vim?|nano|emacs|micro)\b/.test(editor)
    ? `+${line} ${shellWord(file)}`
    : shellWord(file);
}

function nextText(pending: Pending, fix: KnownFix | undefined, { outLook }: Io): string {
  const { next, left, report, catalogue } = pending;
  const { code, kind, evidence, id } = next;
  const wrap = (text: string) => wrapLines(plainLine(text), outLook.width).join('\n');
  const shown = { ...next, evidence: evidence.slice(0, 5) };
  const hidden = evidence.length - shown.evidence.length;
  const explanation = catalogue.followUpText(code)?.explanation;
  return present([
    outLook.colors.bold(`${counted(left, 'follow-up')} left. Next: ${code} (${kind})`),
    [
      ...followUpLines([shown], { ...outLook, verbose: true }, report),
      ...(hidden > 0 ? [`  and ${hidden} more; \`fw-migrate report --verbose\` lists them`] : []),
    ].join('\n'),
    explanation && wrap(explanation),
    [
      ...(fix ? [`To do it: ${plainLine(fix.command)}`] : []),
      doneWhen[conditionOf(code)],
      `To close it: fw-migrate close ${id}`,
    ].join('\n'),
  ]).join('\n\n');
}
