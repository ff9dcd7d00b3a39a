/** The table of formats: how a report is rendered in each, and which file names mean it. */

import packageJson from '../../package.json' with { type: 'json' };
import { fields, flag, integer, listOf, object, oneOf, text } from '../catalogue/shape.ts';
import type { Plan } from '../check/checked-plan.ts';
import { checkArgument } from '../plan/shapes.ts';
import { reportMarks } from '../tree/own-files.ts';
import { createColors } from './colors.ts';
import type { PagePlace } from './html/page-texts.ts';
import { patchOf } from './patch.ts';
import { prettyOf } from './pretty.ts';
import { jsonText, type Look, plainLine } from './printing.ts';
import type { Report } from './report.ts';
import { reportOf } from './report-of.ts';
import { countsLine, originSentence } from './sentences.ts';

/** Options that a format may need besides the report; those about a page are for `html`. */
interface RenderOptions extends PagePlace {
  readonly look: Look;
  /** The version of fw-migrate, for formats that name their producer. */
  readonly version: string;
  /** An earlier comment, whose ticks are kept. */
  readonly ticks?: string | undefined;
}

interface FormatRow {
  /** File extensions that select the format. */
  readonly endings: readonly string[];
  /** Imports the format only when it is used: most runs need one. */
  render(report: Report, options: RenderOptions): Promise<string> | string;
}

const rows = {
  pretty: {
    endings: ['.txt'],
    render: (report, { look }) => {
      const origin = originSentence(report);
      const lines = [
        prettyOf(report, look),
        ...(origin ? [plainLine(origin)] : []),
        countsLine(report),
      ];
      return `${lines.join('\n')}\n`;
    },
  },
  markdown: {
    endings: ['.md', '.markdown'],
    render: async (report, { ticks }) => (await import('./markdown.ts')).markdownOf(report, ticks),
  },
  json: { endings: ['.json'], render: jsonText },
  sarif: {
    endings: ['.sarif', '.sarif.json'],
    render: async (report, { version }) =>
      (await import('./annotations.ts')).sarifOf(report, { version }),
  },
  github: {
    endings: [],
    render: async (report) => (await import('./annotations.ts')).githubOf(report),
  },
  html: {
    endings: ['.html', '.htm'],
    render: async (report, options) =>
      (await import('./html.ts')).htmlOf(report, { folder: '.', ...options }),
  },
  patch: {
    endings: ['.patch', '.diff'],
    render: (report) => {
      const origin = originSentence(report);
      return patchOf(report, origin && `${reportMarks.patch}${plainLine(origin)}\n`);
    },
  },
} satisfies { readonly [format: string]: FormatRow };

export type Format = keyof typeof rows;

export const formatNames = Object.keys(rows) as readonly Format[];

/** The format for a file name; if several extensions match, the longest one decides. */
export function formatOfFile(name: string): Format | undefined {
  const endings = formatNames.flatMap((format) =>
    rows[format].endings.map((ending) => ({ format, ending })),
  );
  const fits = endings.filter(({ ending }) => name.toLowerCase().endsWith(ending));
  return fits.toSorted((a, b) => b.ending.length - a.ending.length)[0]?.format;
}

export async function render(
  format: Format,
  report: Report,
  options: RenderOptions,
): Promise<string> {
  return rows[format].render(report, options);
}

/** Options of `renderReport`. */
export interface RenderReportOptions {
  /** Whether a plan is reported as a dry run; true by default. Ignored for a report. */
  readonly dryRun?: boolean | undefined;
  /** A prefix for the paths in the patches of a plan, such as `packages/shop/`. */
  readonly base?: string | undefined;
  /** Columns of a terminal, for `pretty`; 80 by default. */
  readonly width?: number | undefined;
  /** Whether `pretty` has colours. */
  readonly colors?: boolean | undefined;
  /** Whether `pretty` lists everything, however long. */
  readonly verbose?: boolean | undefined;
}

const renderOptions = object({
  'dryRun?': flag,
  'base?': text,
  'width?': integer(1),
  'colors?': flag,
  'verbose?': flag,
});

/** Renders a report, or the report of a plan, in one of the formats of `--format`. */
export async function renderReport(
  source: Report | Plan,
  format: Format,
  options: RenderReportOptions = {},
): Promise<string> {
  checkArgument('renderReport', 'report', source, fields({ projects: listOf(() => {}) }));
  checkArgument('renderReport', 'format', format, oneOf(...formatNames));
  checkArgument('renderReport', 'options', options, renderOptions);
  const { dryRun = true, base = '', width = 80, colors = false, verbose = false } = options;
  const report = 'schemaVersion' in source ? source : reportOf(source, { dryRun, base });
  const look = { colors: createColors(colors), width, verbose };
  return render(format, report, { look, version: packageJson.version });
}
