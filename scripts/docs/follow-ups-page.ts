import { conditionOf, doneWhen } from '../../src/catalogue/follow-ups.ts';
import { type FollowUpCode, fwFollowUps } from '../../src/catalogue/index.ts';
import { anchorOf, code, generatedPage, type Page, table } from './page.ts';

/** Who may report a follow-up. */
export interface Reporters {
  /** Ids of transforms. */
  readonly transforms: readonly string[];
  /** Source files that name the code, from the root of the repository. */
  readonly files: readonly string[];
}

/** `docs/follow-ups.md`: what each follow-up means, what to do, and who reports it. */
export function followUpsPage(reporters: (code: FollowUpCode) => Reporters): Page {
  const codes = Object.keys(fwFollowUps) as FollowUpCode[];
  return generatedPage('docs/follow-ups.md', [
    '# Follow-ups',
    'What a run leaves for you to decide or verify. Every follow-up has a code, a place, and a message that says what to do. The codes are stable: you can filter by them and keep them in baselines. `fw-migrate explain <code>` shows the same information as this page.',
    [
      '- **decide**: this needs a decision that fw-migrate cannot make. `--check` fails while one is open.',
      '- **verify**: something or its default changed. Check it, then close it with `fw-migrate close`. After the migration, `--check` fails while one is open in the report of the last run or the baseline.',
    ].join('\n'),
    table(
      ['Code', '', 'About'],
      codes.map((name) => [
        `[${code(name)}](#${anchorOf(name)})`,
        fwFollowUps[name].kind,
        fwFollowUps[name].title,
      ]),
    ),
    ...codes.flatMap((name) => sectionOf(name, reporters(name))),
  ]);
}

function sectionOf(name: FollowUpCode, { transforms, files }: Reporters): string[] {
  const { kind, title, explanation } = fwFollowUps[name];
  const by = transforms.map((id) => `[${code(id)}](transforms.md#${anchorOf(id)})`);
  // Packages have no sources, so a link would lead nowhere there.
  const source = files.map(code);
  return [
    `## ${code(name)}`,
    `**${kind}** · ${title}. ${doneWhen[conditionOf(name)]}`,
    explanation,
    `Reported by ${by.join(', ') || 'the run itself'}. Source: ${source.join(', ')}.`,
  ];
}
