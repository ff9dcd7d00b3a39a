import { reportMarks } from '../../project/own-files.ts';
import type { Campaign } from '../campaign.ts';
import { code, prose } from '../markdown/text.ts';
import { campaignSentence, openItems, progressSentence, stateNames, typicalSentence } from './text.ts';

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
