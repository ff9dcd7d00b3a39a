import { jsonText } from './json-text.ts';
import { countsLine, prettyOf, type RunLook } from './pretty.ts';
import type { Report } from './report.ts';

/** What every format may need beside the report. */
export interface RenderOptions {
  /** Only a terminal's format has a look. */
  readonly look: RunLook;
  /** Our own version, for formats that tell who made them. */
  readonly version: string;
}

interface FormatRow {
  /** Endings of file names that mean the format. */
  readonly endings: readonly string[];
  /** Loaded only where it is wanted: most runs want one. */
  render(report: Report, options: RenderOptions): Promise<string> | string;
}

const rows = {
  pretty: {
    endings: ['.txt'],
    render: (report, { look }) => `${prettyOf(report, look)}\n${countsLine(report)}\n`,
  },
  markdown: {
    endings: ['.md', '.markdown'],
    render: async (report) => (await import('./markdown.ts')).markdownOf(report),
  },
  json: { endings: ['.json'], render: jsonText },
  sarif: {
    endings: ['.sarif', '.sarif.json'],
    render: async (report, { version }) => (await import('./sarif.ts')).sarifOf(report, { version }),
  },
  github: { endings: [], render: async (report) => (await import('./github.ts')).githubOf(report) },
  html: {
    endings: ['.html', '.htm'],
    render: async (report) => (await import('./html.ts')).htmlOf(report),
  },
  patch: {
    endings: ['.patch', '.diff'],
    render: async (report) => (await import('./patch.ts')).patchOf(report),
  },
} as const satisfies { readonly [format: string]: FormatRow };

export type Format = keyof typeof rows;

export const formatNames = Object.keys(rows) as readonly Format[];

export function isFormat(text: string): text is Format {
  return Object.hasOwn(rows, text);
}

/** The format that the name of a file asks for; of several endings the longest counts. */
export function formatOfFile(name: string): Format | undefined {
  const fits = formatNames.flatMap((format) =>
    rows[format].endings
      .filter((ending) => name.toLowerCase().endsWith(ending))
      .map((ending) => ({ format, length: ending.length })),
  );
  return fits.toSorted((a, b) => b.length - a.length)[0]?.format;
}

export async function render(format: Format, report: Report, options: RenderOptions): Promise<string> {
  return rows[format].render(report, options);
}
