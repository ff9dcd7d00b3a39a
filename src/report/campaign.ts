import { breaksSilently } from '../catalogue/follow-ups.ts';
import {
  described,
  exactly,
  flag,
  integer,
  listOf,
  object,
  oneOf,
  type TypeOf,
  text,
} from '../catalogue/shape.ts';
import { groupedBy } from '../config/grouped.ts';
import { evidenceOf } from './places.ts';
import { type Report, shape } from './report.ts';
import { catalogueOf, openFollowUps } from './summary.ts';

const count = integer(0);

const states = ['refused', 'to-do', 'open', 'migrated'] as const;

const repository = shape('One repository.', {
  name: 'The name of its report.',
  state: described(
    '`to-do`: a dry run that would move or change files; `open`: migrated, with open follow-ups; `migrated`: nothing left to do; `refused`: no project could be migrated.',
    oneOf(...states),
  ),
  projects: described('Its projects.', count),
  refused: described('Projects that could not be migrated.', count),
  why: described('Why, in plain text.', listOf(text)),
  moved: described('Files that move.', count),
  changed: described('Files whose text changes.', count),
  decide: described('Open follow-ups that need a decision.', count),
  verify: described('Open follow-ups to verify.', count),
  'before?': described(
    'Its state in the earlier campaign; absent if it was not part of it, or if none was given.',
    object({ state: oneOf(...states), decide: count, verify: count }),
  ),
});

const codeRow = shape('The open follow-ups with one code.', {
  code: text,
  kind: oneOf('decide', 'verify'),
  title: 'The title of the follow-up.',
  'breaksSilently?': described('Set if ignoring it causes no error.', flag),
  repositories: described('How many repositories have it.', count),
  followUps: described('How many follow-ups have this code.', count),
  places: described('How many places they refer to.', count),
});

const campaignShape = shape('The state of many repositories.', {
  schemaVersion: exactly(1),
  campaign: exactly('v4'),
  repositories: described('Sorted by state, most urgent first, then by name.', listOf(repository)),
  codes: described('Those that break silently first, then the most common.', listOf(codeRow)),
  typical: described(
    'The median of the repositories with a report, and the codes that at least half of them have.',
    object({ moved: count, changed: count, decide: count, verify: count, codes: listOf(text) }),
  ),
  'gone?': described('Repositories of the earlier campaign that are not in this one.', listOf(text)),
});

/** The state of many repositories, as data: every format is made from it, and a later campaign compares with it. */
export interface Campaign extends TypeOf<typeof campaignShape> {}
export type CampaignRepository = Campaign['repositories'][number];

/** Checks that a value is a campaign. */
export function checkCampaign(value: unknown): Campaign {
  campaignShape(value, '');
  return value as Campaign;
}

/** The outcome of a run in one repository: its report, or why there is none. */
export type Outcome =
  | { readonly name: string; readonly report: Report }
  | { readonly name: string; readonly problem: string };

/** Sums up the reports of several repositories, and compares them with an earlier campaign. */
export function campaignOf(outcomes: readonly Outcome[], earlier?: Campaign): Campaign {
  const known = new Map(earlier?.repositories.map((one) => [one.name, one]));
  const repositories = outcomes
    .map((outcome): CampaignRepository => {
      const one = 'report' in outcome ? reported(outcome.report) : { ...noReport, why: [outcome.problem] };
      const before = known.get(outcome.name);
      if (!before) return { name: outcome.name, ...one };
      const { state, decide, verify } = before;
      return { name: outcome.name, ...one, before: { state, decide, verify } };
    })
    .toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state) || (a.name < b.name ? -1 : 1));
  const reports = outcomes.flatMap((outcome) => ('report' in outcome ? outcome.report : []));
  const codes = codesOf(reports);
  const names = new Set(repositories.map(({ name }) => name));
  const gone = [...known.keys()].filter((name) => !names.has(name));
  const withReports = repositories.filter((one) => one.projects > 0);
  const typical = (number: (one: CampaignRepository) => number) => median(withReports.map(number));
  return {
    ...{ schemaVersion: 1, campaign: 'v4', repositories, codes },
    typical: {
      moved: typical((one) => one.moved),
      changed: typical((one) => one.changed),
      decide: typical((one) => one.decide),
      verify: typical((one) => one.verify),
      codes: codes.filter((one) => one.repositories * 2 >= reports.length).map(({ code }) => code),
    },
    ...(gone.length > 0 && { gone }),
  };
}

const noReport = {
  ...({ state: 'refused', projects: 0, refused: 0 } as const),
  ...{ moved: 0, changed: 0, decide: 0, verify: 0 },
};

function reported(report: Report): Omit<CampaignRepository, 'name'> {
  const { projects, refused = 0, moved, changed, decide, verify } = report.summary;
  const why = report.projects
    .filter(({ isRefused }) => isRefused)
    .flatMap(({ followUps }) => followUps.map(({ message }) => message));
  return {
    ...{ state: stateOf(report), projects, refused, why: [...new Set(why)] },
    ...{ moved, changed, decide, verify },
  };
}

function stateOf(report: Report): CampaignRepository['state'] {
  const { projects, refused = 0, moved, changed } = report.summary;
  if (projects > 0 && refused === projects) return 'refused';
  if (report.dryRun && moved + changed > 0) return 'to-do';
  return openFollowUps(report).length > 0 || refused > 0 ? 'open' : 'migrated';
}

function codesOf(reports: readonly Report[]): Campaign['codes'] {
  const open = reports.flatMap((report) => openFollowUps(report).map((followUp) => ({ report, followUp })));
  const rows = [...groupedBy(open, ({ followUp }) => followUp.code)].flatMap(([code, group]) => {
    const [first] = group;
    if (!first) return [];
    const known = catalogueOf(first.report).followUpText(code);
    const places = group.reduce((sum, { followUp }) => sum + evidenceOf(followUp).length, 0);
    return [
      {
        ...{ code, kind: first.followUp.kind, title: known?.title ?? code },
        ...(breaksSilently(code) && { breaksSilently: true }),
        repositories: new Set(group.map(({ report }) => report)).size,
        followUps: group.length,
        places,
      },
    ];
  });
  return rows.toSorted(
    (a, b) =>
      Number(b.breaksSilently ?? false) - Number(a.breaksSilently ?? false) ||
      b.repositories - a.repositories ||
      b.places - a.places ||
      (a.code < b.code ? -1 : 1),
  );
}

/** The lower of the two in the middle of an even number. */
function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(numbers.length / 2) - 1)] ?? 0;
}
