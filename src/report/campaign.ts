import pc from 'picocolors';
import { breaksSilently } from '../catalogue/follow-ups.ts';
import { groupedBy } from '../config/grouped.ts';
import { reportMarks } from '../project/own-files.ts';
import { plainLine, withoutCommands } from './plain.ts';
import type { Report, Summary } from './report.ts';
import { counted } from './sentences.ts';
import { catalogueOf, openFollowUps, placesOf, sum } from './summary.ts';
import { hanging, type Look } from './terminal.ts';

/**
 * `to-do`: a dry run that would move or change files; `open`: migrated, with open follow-ups; `migrated`: nothing left
 * to do; `refused`: no project could be migrated. The most urgent comes first.
 */
const states = ['refused', 'to-do', 'open', 'migrated'] as const;

interface CampaignRepository extends Required<Omit<Summary, 'options' | 'done'>> {
  readonly name: string;
  readonly state: (typeof states)[number];
  /** Why projects could not be migrated, in plain text. */
  readonly why: readonly string[];
}

/** The state of many repositories, as data for every format. */
export type Campaign = ReturnType<typeof campaignOf>;

/** The outcome of a run in one repository: its report, or why there is none. */
export type Outcome =
  | { readonly name: string; readonly report: Report }
  | { readonly name: string; readonly problem: string };

/** Summarises the reports of several repositories. */
export function campaignOf(outcomes: readonly Outcome[]) {
  const unsorted = outcomes.map((outcome): CampaignRepository => {
    const facts = 'report' in outcome ? reported(outcome.report) : { ...noReport, why: [outcome.problem] };
    return { name: outcome.name, ...facts };
  });
  const repositories = unsorted.toSorted(
    (a, b) => states.indexOf(a.state) - states.indexOf(b.state) || (a.name < b.name ? -1 : 1),
  );
  const codes = codesOf(outcomes.flatMap((outcome) => ('report' in outcome ? outcome.report : [])));
  return { ...({ schemaVersion: 1, campaign: 'v4' } as const), repositories, codes };
}

const noReport = {
  ...({ state: 'refused', projects: 0, refused: 0 } as const),
  ...{ moved: 0, changed: 0, decide: 0, verify: 0 },
};

function reported(report: Report): Omit<CampaignRepository, 'name'> {
  const { projects, refused = 0, moved, changed, decide, verify } = report.summary;
  const reasons = report.projects.flatMap(({ isRefused, followUps }) => (isRefused ? followUps : []));
  const why = new Set(reasons.map(({ message }) => message));
  const isOpen = openFollowUps(report).length > 0 || refused > 0;
  const after = report.dryRun && moved + changed > 0 ? 'to-do' : isOpen ? 'open' : 'migrated';
  const state = projects > 0 && refused === projects ? 'refused' : after;
  return { state, projects, refused, why: [...why], moved, changed, decide, verify };
}

/** The open follow-ups by code: those that break silently first, then the most common. */
function codesOf(reports: readonly Report[]) {
  const items = reports.flatMap((report) => openFollowUps(report).map((followUp) => ({ report, followUp })));
  const rows = [...groupedBy(items, ({ followUp }) => followUp.code)].map(([code, group]) => {
    const [first] = group;
    const followUpText = catalogueOf(first.report).followUpText(code);
    return {
      ...{ code, kind: first.followUp.kind, title: followUpText?.title ?? code },
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

/** A state as users see it. */
function stateName(state: CampaignRepository['state']): string {
  return state.replace('-', ' ');
}

function repositoriesText(count: number): string {
  return counted(count, 'repository', 'repositories');
}

/** How many repositories are in each state. */
export function campaignSentence({ repositories }: Campaign): string {
  const countOf = (state: CampaignRepository['state']) =>
    repositories.filter((repository) => repository.state === state).length;
  const counts = `${countOf('migrated')} migrated, ${countOf('open')} with open follow-ups, ${countOf('to-do')} to do, ${countOf('refused')} refused`;
  return `${repositoriesText(repositories.length)}: ${counts}.`;
}

/** The planned changes and the open follow-ups of a repository. */
export function repositoryFacts(repository: CampaignRepository): string {
  const { state, projects, moved, changed, decide, verify } = repository;
  const work = state === 'to-do' ? `${moved} to move, ${changed} to change, ` : '';
  return projects > 0 ? `${work}${decide} to decide, ${verify} to verify` : 'no report';
}

/** The campaign on a terminal. */
export function campaignText(campaign: Campaign, { colors, width, verbose }: Look): string {
  const { repositories, codes } = campaign;
  const paint = { refused: colors.red, 'to-do': colors.cyan, open: colors.yellow, migrated: colors.green };
  const nameWidth = Math.min(40, Math.max(0, ...repositories.map(({ name }) => plainLine(name).length)));
  const lines = [
    ...repositories.flatMap((repository) => {
      const { state, name, why } = repository;
      const shown = verbose ? why : why.slice(0, 1);
      return [
        `  ${paint[state](stateName(state).padEnd(10))} ${plainLine(name).padEnd(nameWidth)}  ${colors.dim(repositoryFacts(repository))}`,
        ...shown.map((text) => hanging(' '.repeat(12), 12, plainLine(text), width)),
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
    campaignSentence(campaign),
  ];
  return withoutCommands(`${lines.join('\n')}\n`);
}

/** The campaign for an issue, a wiki or a step summary: the same text in a block of code, which no name can end. */
export function campaignMarkdown(campaign: Campaign): string {
  const look = { colors: pc.createColors(false), width: undefined };
  return `${reportMarks.markdown}\n## Campaign\n\n\`\`\`\`text\n${campaignText(campaign, look)}\`\`\`\`\n`;
}
