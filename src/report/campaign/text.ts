import { reportMarks } from '../../project/own-files.ts';
import type { Campaign, CampaignRepository } from '../campaign.ts';
import { code, prose } from '../markdown/text.ts';
import { plainLine, withoutCommands } from '../plain.ts';
import { counted } from '../sentences.ts';
import { hanging, type Look } from '../terminal.ts';

/** A state as people say it. */
const stateNames: { readonly [State in CampaignRepository['state']]: string } = {
  refused: 'refused',
  'to-do': 'to do',
  open: 'open',
  migrated: 'migrated',
};

/** How many repositories are in each state, in one sentence. */
export function campaignSentence({ repositories }: Campaign): string {
  const of = (state: CampaignRepository['state']) => repositories.filter((one) => one.state === state).length;
  const parts = [
    `${of('migrated')} migrated`,
    `${of('open')} with open follow-ups`,
    `${of('to-do')} to do`,
    `${of('refused')} refused`,
  ];
  return `${counted(repositories.length, 'repository', 'repositories')}: ${parts.join(', ')}.`;
}

/** What is open in a repository. */
function openItems({ decide, verify }: Pick<CampaignRepository, 'decide' | 'verify'>): number {
  return decide + verify;
}

/** What became of the repositories since an earlier campaign; undefined if none was given. */
export function progressSentence({ repositories, gone = [] }: Campaign): string | undefined {
  const known = repositories.flatMap((one) => (one.before ? [{ now: one, before: one.before }] : []));
  if (known.length === 0 && gone.length === 0) return undefined;
  const migrated = known.filter(({ now, before }) => now.state === 'migrated' && before.state !== 'migrated');
  const [before, now] = [known.map((one) => openItems(one.before)), known.map((one) => openItems(one.now))];
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const fresh = repositories.length - known.length;
  const parts = [
    `${counted(migrated.length, 'repository', 'repositories')} newly migrated`,
    `${sum(before)} → ${counted(sum(now), 'open follow-up')}`,
    ...(fresh > 0 ? [`${fresh} new`] : []),
    ...(gone.length > 0 ? [`${gone.length} no longer there`] : []),
  ];
  return `Since the earlier campaign: ${parts.join(', ')}.`;
}

/** What is open in a repository, what there is to do, and how it was in the earlier campaign. */
export function repositoryFacts(one: CampaignRepository): string {
  const { state, projects, moved, changed, decide, verify, before } = one;
  const then = before
    ? `, was ${stateNames[before.state]} with ${counted(openItems(before), 'open follow-up')}`
    : '';
  const work = state === 'to-do' ? `${moved} to move, ${changed} to change, ` : '';
  return projects > 0 ? `${work}${decide} to decide, ${verify} to verify${then}` : `no report${then}`;
}

/** What a typical repository needs, in one sentence. */
export function typicalSentence({ typical }: Campaign): string {
  const { moved, changed, decide, verify } = typical;
  const files = `${counted(moved, 'file')} moved, ${counted(changed, 'file')} changed`;
  return `A typical repository: ${files}, ${decide} to decide, ${verify} to verify.`;
}

/** The campaign on a terminal. */
export function campaignText(campaign: Campaign, { colors, width, verbose }: Look): string {
  const { repositories, codes } = campaign;
  const paint = { refused: colors.red, 'to-do': colors.cyan, open: colors.yellow, migrated: colors.green };
  const nameWidth = Math.min(40, Math.max(0, ...repositories.map(({ name }) => plainLine(name).length)));
  const progress = progressSentence(campaign);
  const lines = [
    ...repositories.flatMap((one) => {
      const { state, name, why } = one;
      const shown = verbose ? why : why.slice(0, 1);
      return [
        `  ${paint[state](stateNames[state].padEnd(10))} ${plainLine(name).padEnd(nameWidth)}  ${colors.dim(repositoryFacts(one))}`,
        ...shown.map((text) => hanging(' '.repeat(12), 12, plainLine(text), width)),
      ];
    }),
    '',
    ...codes.map(({ code, kind, breaksSilently, repositories: many, places }) => {
      const mark = kind === 'decide' ? colors.red('decide') : colors.yellow('verify');
      const first = breaksSilently ? colors.bold(' breaks silently') : '';
      const figures = `${counted(many, 'repository', 'repositories')}, ${counted(places, 'place')}`;
      return `  ${mark} ${plainLine(code)} ${colors.dim(figures)}${first}`;
    }),
    ...(codes.length > 0 ? [''] : []),
    typicalSentence(campaign),
    ...(progress === undefined ? [] : [progress]),
    campaignSentence(campaign),
  ];
  return withoutCommands(`${lines.join('\n')}\n`);
}

/** The campaign as tables for an issue, a wiki or a step summary. */
export function campaignMarkdown(campaign: Campaign): string {
  const { repositories, codes } = campaign;
  const progress = progressSentence(campaign);
  const hasBefore = repositories.some(({ before }) => before);
  const rows = repositories.map((one) => [
    code(one.name),
    stateNames[one.state],
    one.projects,
    one.decide,
    one.verify,
    ...(hasBefore
      ? [one.before ? `${stateNames[one.before.state]}, ${openItems(one.before)} open` : 'new']
      : []),
    one.why.map(prose).join('<br>'),
  ]);
  const heads = ['Repository', 'State', 'Projects', 'To decide', 'To verify'];
  return [
    `${reportMarks.markdown}\n## Campaign\n\n${campaignSentence(campaign)}\n\n`,
    ...(progress === undefined ? [] : [`${progress}\n\n`]),
    `${typicalSentence(campaign)}\n\n`,
    table([...heads, ...(hasBefore ? ['Before'] : []), 'Why not'], rows),
    ...(codes.length === 0
      ? []
      : [
          '\n### Follow-ups\n\n',
          table(
            ['Code', 'What', 'Kind', 'Repositories', 'Places'],
            codes.map((one) => [
              code(one.code),
              prose(one.title) + (one.breaksSilently ? ' (breaks silently)' : ''),
              one.kind,
              one.repositories,
              one.places,
            ]),
          ),
        ]),
  ].join('');
}

function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  // Also inside of code a bar would end the cell.
  const cell = (value: string | number) => String(value).replace(/\\*\|/g, '\\|');
  const line = (cells: readonly (string | number)[]) => `| ${cells.map(cell).join(' | ')} |\n`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('');
}
