import pc from 'picocolors';
import packageJson from '../../package.json' with { type: 'json' };
import { checkArgument, fields, optionsWith } from '../plan/arguments.ts';
import type { Plan } from '../plan/plan.ts';
import { flag, integer, listOf, oneOf, text } from '../project/shape.ts';
import { type Format, formatNames, render } from './formats.ts';
import type { Report } from './report.ts';
import { reportOf } from './report-of.ts';

/** How a report is rendered. */
export interface RenderReportOptions {
  /** Whether the report of a plan says that nothing was written; true by default. A report knows that itself. */
  readonly dryRun?: boolean | undefined;
  /** What stands in front of the paths in the patches of a plan, such as `packages/shop/`. */
  readonly base?: string | undefined;
  /** Columns of a terminal, for `pretty`; 80 by default. */
  readonly width?: number | undefined;
  /** Whether `pretty` has colours. */
  readonly colors?: boolean | undefined;
  /** Whether `pretty` lists everything, however long. */
  readonly verbose?: boolean | undefined;
}

const optional = { dryRun: flag, base: text, width: integer(1), colors: flag, verbose: flag };

/** Renders a report, or that of a plan, in one of the formats of `--format`. */
export async function renderReport(
  source: Report | Plan,
  format: Format,
  options: RenderReportOptions = {},
): Promise<string> {
  checkArgument('renderReport', 'report', source, fields({ projects: listOf(() => {}) }));
  checkArgument('renderReport', 'format', format, oneOf(...formatNames));
  checkArgument('renderReport', 'options', options, optionsWith({}, optional));
  const { dryRun = true, base = '', width = 80, colors = false, verbose = false } = options;
  const report = 'schemaVersion' in source ? source : reportOf(source, { dryRun, base });
  const look = { colors: pc.createColors(colors), width, verbose, prefix: '' };
  return render(format, report, { look, version: packageJson.version });
}
