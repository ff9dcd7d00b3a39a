/** Summarises the reports of many repositories: which are migrated, what is left, and what changed since last time. */

import { groupedBy } from '../base/grouped.ts';
import { breaksSilently } from '../catalogue/follow-ups.ts';
import { exactly, fields, integer, listOf, oneOf, type TypeOf, text } from '../catalogue/shape.ts';
import { reportMarks } from '../tree/own-files.ts';
import { code, prose, table } from './markdown/text.ts';
import { hanging, type Look, plainLine, present, withoutCommands } from './printing.ts';
import type { Report, Summary } from './report.ts';
import { counted } from './sentences.ts';
import { catalogueOf, openFollowUps, placesOf, sum } from './summary.ts';

/**
 * `to-do`: a dry run that would move or change files; `open`: migrated, with open follow-ups; `migrated`: nothing left
 * to do; `refused`: no project could be migrated. The most urgent comes first.
 */
const states = ['refused', 'to-do', 'open', 'migrated'] as const;

const earlierRepository = fields({
  name: text,
  state: oneOf(...states),
  decide: integer(0),
  verify: integer(0),
});

/** Checks the parts of an earlier campaign that a later one is compared with. */
export const earlierCampaign = fields({
  schemaVersion: exactly(1),
  campaign: exactly('v4'),
  repositories: listOf(earlierRepository),
});

type EarlierRepository = TypeOf<typeof earlierRepository>;

interface CampaignRepository
  extends EarlierRepository,
    Required<Omit<Summary, 'options' | 'done'>> {
  /** Why projects could not be migrated, in plain text. */
  readonly why: readonly string[];
  /** Its state in the earlier campaign; absent if it was not part of it, or if none was given. */
  readonly before?: Omit<EarlierRepository, 'name'>;
}

/** The state of many repositories, as data for every format and for comparison with a later campaign. */
export type Campaign = ReturnType<typeof campaignOf>;

/** The outcome of a run in one repository: its report, or why there is none. */
export type Outcome =
  | { readonly name: string; readonly report: Report }
  | { readonly name: string; readonly problem: string };

/** Summarises the reports of several repositories, and compares them with an earlier campaign. */
export function campaignOf(outcomes: readonly Outcome[], earlier?: TypeOf<typeof earlierCampaign>) {
  const earlierByName = new Map(
    earlier?.repositories.map((repository) => [repository.name, repository]),
  );
  const unsorted = outcomes.map((outcome): CampaignRepository => {
    const facts =
      'report' in outcome ? reported(outcome.report) : { ...noReport, why: [outcome.problem] };
    const before = earlierByName.get(outcome.name);
    if (!before) return { name: outcome.name, ...facts };
    const { state, decide, verify } = before;
    return { name: outcome.name, ...facts, before: { state, decide, verify } };
  });
  const repositories = unsorted.toSorted(
    (a, b) => states.indexOf(a.state) - states.indexOf(b.state) || (a.name < b.name ? -1 : 1),
  );
  const reports = outcomes.flatMap((outcome) => ('report' in outcome ? outcome.report : []));
  const codes = codesOf(reports);
  const names = new Set(repositories.map(({ name }) => name));
  const gone = [...earlierByName.keys()].filter((name) => !names.has(name));
  const withReports = repositories.filter((repository) => repository.projects > 0);
  const typical = (key: 'moved' | 'changed' | 'decide' | 'verify') =>
    median(withReports.map((repository) => repository[key]));
  const common = codes.filter((row) => row.repositories * 2 >= reports.length);
  return {
    schemaVersion: 1 as const,
    campaign: 'v4' as const,
    repositories,
    codes,
    // The median of the repositories with a report, and the codes that at least half of them have.
    typical: {
      moved: typical('moved'),
      changed: typical('changed'),
      decide: typical('decide'),
      verify: typical('verify'),
      codes: common.map(({ code }) => code),
    },
    ...(gone.length > 0 && { gone }),
  };
}

const noReport = {
  state: 'refused',
  projects: 0,
  refused: 0,
  moved: 0,
  changed: 0,
  decide: 0,
  verify: 0,
} as const;

function reported(report: Report): Omit<CampaignRepository, 'name'> {
  const { projects, refused = 0, moved, changed, decide, verify } = report.summary;
  const reasons = report.projects.flatMap(({ isRefused, followUps }) =>
    isRefused ? followUps : [],
  );
  const why = new Set(reasons.map(({ message }) => message));
  const isOpen = openFollowUps(report).length > 0 || refused > 0;
  const after = report.dryRun && moved + changed > 0 ? 'to-do' : isOpen ? 'open' : 'migrated';
  const state = projects > 0 && refused === projects ? 'refused' : after;
  return { state, projects, refused, why: [...why], moved, changed, decide, verify };
}

/** The open follow-ups by code: those that break silently first, then the most common. */
function codesOf(reports: readonly Report[]) {
  const items = reports.flatMap((report) =>
    openFollowUps(report).map((followUp) => ({ report, followUp })),
  );
  const rows = [...groupedBy(items, ({ followUp }) => followUp.code)].map(([code, group]) => {
    const [first] = group;
    const followUpText = catalogueOf(first.report).followUpText(code);
    return {
      code,
      kind: first.followUp.kind,
      title: followUpText?.title ?? code,
      ...(breaksSilently(code) && { breaksSilently: true }),
      repositories: new Set(group.map(({ report }) => report)).size,
      followUps: group.length,
      places: sum(group.map(({ followUp }) => placesOf(followUp).length)),
    };
  });
  return rows.toSorted(
    (a, b) =>
      Number(breaksSilently(b.code)) - Number(breaksSilently(a.code)) ||
      b.repositories - a.repositories ||
      b.places - a.places ||
      (a.code < b.code ? -1 : 1),
  );
}

/** The median; of an even number of values, the lower of the two in the middle. */
function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(numbers.length / 2) - 1)] ?? 0;
}

function stateName(state: CampaignRepository['state']): string {
  return state.replace('-', ' ');
}

function openItems({ decide, verify }: Pick<CampaignRepository, 'decide' | 'verify'>): number {
  return decide + verify;
}

function repositoriesText(count: number): string {
  return counted(count, 'repository', 'repositories');
}

/** The states of the repositories, the progress since an earlier campaign, and the work that is typical. */
export function campaignSentences({ repositories, gone = [], typical }: Campaign): string[] {
  const countOf = (state: CampaignRepository['state']) =>
    repositories.filter((repository) => repository.state === state).length;
  const states = `${countOf('migrated')} migrated, ${countOf('open')} with open follow-ups, ${countOf('to-do')} to do, ${countOf('refused')} refused`;
  const rows = repositories.flatMap((now) => (now.before ? [{ now, before: now.before }] : []));
  const migrated = rows.filter(
    ({ now, before }) => now.state === 'migrated' && before.state !== 'migrated',
  );
  const [before, now] = [
    rows.map((row) => openItems(row.before)),
    rows.map((row) => openItems(row.now)),
  ];
  const added = repositories.length - rows.length;
  const progress = present([
    `${repositoriesText(migrated.length)} newly migrated`,
    `${sum(before)} → ${counted(sum(now), 'open follow-up')}`,
    added > 0 && `${added} new`,
    gone.length > 0 && `${gone.length} no longer there`,
  ]);
  const files = `${counted(typical.moved, 'file')} moved, ${counted(typical.changed, 'file')} changed`;
  return present([
    `${repositoriesText(repositories.length)}: ${states}.`,
    rows.length + gone.length > 0 && `Since the earlier campaign: ${progress.join(', ')}.`,
    `A typical repository: ${files}, ${typical.decide} to decide, ${typical.verify} to verify.`,
  ]);
}

/** The open follow-ups of a repository, its planned changes, and its state in the earlier campaign. */
export function repositoryFacts(repository: CampaignRepository): string {
  const { state, projects, moved, changed, decide, verify, before } = repository;
  const was =
    before && `was ${stateName(before.state)} with ${counted(openItems(before), 'open follow-up')}`;
  const earlier = was === undefined ? '' : `, ${was}`;
  const work = state === 'to-do' ? `${moved} to move, ${changed} to change, ` : '';
  return projects > 0
    ? `${work}${decide} to decide, ${verify} to verify${earlier}`
    : `no report${earlier}`;
}

/** The campaign on a terminal. */
export function campaignText(campaign: Campaign, { colors, width, verbose }: Look): string {
  const { repositories, codes } = campaign;
  const paint = {
    refused: colors.red,
    'to-do': colors.cyan,
    open: colors.yellow,
    migrated: colors.green,
  };
  const nameWidth = Math.min(
    40,
    Math.max(0, ...repositories.map(({ name }) => plainLine(name).length)),
  );
  const lines = [
    ...repositories.flatMap((repository) => {
      const { state, name, why } = repository;
      const shown = verbose ? why : why.slice(0, 1);
      return [
        `  ${paint[state](stateName(state).padEnd(10))} ${plainLine(name).padEnd(nameWidth)}  ${colors.dim(repositoryFacts(repository))}`,
        ...shown.map((text) => hanging(' '.repeat(12), plainLine(text), width)),
      ];
    }),
    '',
    ...codes.map(({ code, kind, breaksSilently, repositories: many, places }) => {
      const mark = kind === 'decide' ? colors.red('decide') : colors.yellow('verify');
      const first = breaksSilently ? colors.bold(' breaks silently') : '';
      const figures = `${repositoriesText(many)}, ${counted(places, 'place')}`;
      return `  ${mark} ${plainLine(code)} ${colors.dim(figures)}${first}`;
    }),
    ...(codes.length > 0 ? [''] : []),
    // The last line of a terminal is the first one that is read.
    ...campaignSentences(campaign).toReversed(),
  ];
  return withoutCommands(`${lines.join('\n')}\n`);
}

/** The campaign as tables for an issue, a wiki or a step summary. */
export function campaignMarkdown(campaign: Campaign): string {
  const { repositories, codes } = campaign;
  const hasBefore = repositories.some(({ before }) => before);
  const rows = repositories.map(({ name, state, projects, decide, verify, before, why }) => {
    const earlier = before ? `${stateName(before.state)}, ${openItems(before)} open` : 'new';
    const numbers = [projects, decide, verify, ...(hasBefore ? [earlier] : [])];
    return [code(name), stateName(state), ...numbers, why.map(prose).join('<br>')];
  });
  const codeRows = codes.map((row) => {
    const what = prose(row.title) + (row.breaksSilently ? ' (breaks silently)' : '');
    return [code(row.code), what, row.kind, row.repositories, row.places];
  });
  const heads = ['Repository', 'State', 'Projects', 'To decide', 'To verify'];
  const codeHeads = ['Code', 'What', 'Kind', 'Repositories', 'Places'];
  return [
    `${reportMarks.markdown}\n## Campaign\n\n`,
    ...campaignSentences(campaign).map((sentence) => `${sentence}\n\n`),
    table([...heads, ...(hasBefore ? ['Before'] : []), 'Why not'], rows),
    codes.length === 0 ? '' : `\n### Follow-ups\n\n${table(codeHeads, codeRows)}`,
  ].join('');
}
