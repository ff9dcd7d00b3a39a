import { checkArgument } from '../plan/arguments.ts';
import {
  type Check,
  flag,
  integer,
  isObject,
  json,
  listOf,
  Mismatch,
  object,
  oneOf,
  text,
  where,
} from '../project/shape.ts';
import { isDiffOf } from './diff-check.ts';
import { allFiles, type Report } from './report.ts';

/** A text that is not a report that can be read: says which, what was found, and what to do. */
export class ReportProblem extends Error {
  override readonly name = 'ReportProblem';

  constructor(file: string, found: string, advice: string) {
    super(`${file}: ${found}.\n${advice}`);
  }
}

const schemaVersion = 1;
const makeAnew = 'Make it anew with `fw-migrate v4 --format json`.';

/** Reads a report that was saved as JSON. Whatever is no report of ours is refused, with the name of its file. */
export function readReport(content: string, name = 'The report'): Report {
  checkArgument('readReport', 'text', content, text);
  const value = parse(content, name);
  if (!isObject(value) || !Object.hasOwn(value, 'schemaVersion'))
    throw new ReportProblem(name, 'This is JSON, but no report of fw-migrate', makeAnew);
  refuseOtherVersion(value.schemaVersion, name);
  try {
    checkReport(value, '');
    const report = value as unknown as Report;
    checkDiffs(report);
    return report;
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    throw new ReportProblem(name, `This is no report of fw-migrate: ${error.message}`, makeAnew);
  }
}

function parse(content: string, name: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ReportProblem(name, 'This is not JSON', makeAnew);
  }
}

function refuseOtherVersion(version: unknown, name: string): void {
  if (version === schemaVersion) return;
  if (typeof version === 'number' && version > schemaVersion)
    throw new ReportProblem(
      name,
      `The report was made by a newer version of fw-migrate (its schemaVersion is ${version}, known is ${schemaVersion})`,
      'Update fw-migrate, or make the report anew with this version.',
    );
  throw new ReportProblem(
    name,
    `A report has the schemaVersion ${schemaVersion}, this one has another`,
    makeAnew,
  );
}

const line = integer(1);
const count = integer(0);

/** A path that stays in the folder of the run. */
const path = where(
  'a path inside of the folder of the run',
  (value) => typeof value === 'string' && isInner(value),
);

/** Backslashes separate folders on some systems, where a letter and a colon are absolute too. */
function isInner(value: string): boolean {
  return !/^[/\\]|^[a-z]:[/\\]|\0/i.test(value) && !value.split(/[/\\]/).includes('..');
}

const base = where(
  'empty, or a path inside of the repository that ends with a slash',
  (value) => typeof value === 'string' && isInner(value) && (value === '' || value.endsWith('/')),
);

const position = { file: path, line, column: line };
const place = { ...position, text };
const after = { after: object(place) };

const followUp = object(
  {
    ...place,
    id: text,
    code: text,
    kind: oneOf('decide', 'verify'),
    message: text,
    evidence: listOf(object(place, after)),
  },
  { ...after, option: text, docs: text, status: oneOf('new', 'open', 'done'), closed: flag },
);
const file = object({ path, by: listOf(text), diff: text }, { from: path });
const findings = { files: listOf(file), followUps: listOf(followUp) };

const change = object(
  {
    ...position,
    transform: text,
    option: text,
    kind: oneOf('set', 'append', 'rename', 'remove', 'rewrite'),
    message: text,
  },
  { to: text },
);

const values: { readonly [kind: string]: Check } = {
  value: object({ kind: text, value: json, from: text }),
  unknown: object({ kind: text, why: text }, { from: text }),
  unset: object({ kind: text }),
  missing: object({ kind: text }, { from: text }),
};

const value: Check = (found, at) => {
  const kind = isObject(found) ? found.kind : undefined;
  oneOf(...Object.keys(values))(kind, `${at}.kind`);
  values[String(kind)]?.(found, at);
};

const option = object(
  {
    option: text,
    before: value,
    after: value,
    change: oneOf('same', 'moved', 'renamed', 'ended', 'changed', 'unknown'),
  },
  { to: text },
);

const projectProof = object(
  {
    preserved: count,
    changed: listOf(object({ option: text, before: value, after: value, why: text }, { code: text })),
    unknown: listOf(object({ option: text, why: text })),
    // A source directory may lie outside of the folder of the run.
    places: listOf(object({ kind: text, exists: flag }, { place: text })),
    orphans: listOf(
      object({ kind: text, file: path, count, left: path, why: oneOf('told', 'asked', 'before') }),
    ),
  },
  { appFolder: text },
);

// As many as a run can be divided into.
const mostShards = 9999;

const shardFields = object({
  index: line,
  count: where(
    `a whole number from 2 to ${mostShards}`,
    (found) => Number.isSafeInteger(found) && Number(found) >= 2 && Number(found) <= mostShards,
  ),
});
const shardInRange = where(
  'a shard whose index is not above its count',
  (found) => isObject(found) && Number(found.index) <= Number(found.count),
);

const shard: Check = (found, at) => {
  shardFields(found, at);
  shardInRange(found, at);
};

const reportFields = {
  schemaVersion: oneOf(schemaVersion),
  target: oneOf('v4'),
  dryRun: flag,
  base,
  projects: listOf(
    object({
      ...findings,
      root: path,
      config: path,
      variant: oneOf('a', 'b', 'unknown'),
      changes: listOf(change),
      moves: listOf(object({ from: path, to: path })),
      options: listOf(option),
      proof: projectProof,
    }),
  ),
  elsewhere: object(findings),
  proof: object({
    references: object({ checked: count, same: count, followed: count, brokenBefore: count }),
    texts: count,
    unrecorded: listOf(path),
  }),
  summary: object(
    { projects: count, moved: count, changed: count, decide: count, verify: count },
    { done: count },
  ),
};
const checkReport = object(reportFields, { shard });

function checkDiffs(report: Report): void {
  for (const { path: to, from = to, diff } of allFiles(report)) {
    if (!isDiffOf(diff, from, to, report.base))
      throw new Mismatch('diff', `the diff of ${JSON.stringify(to)}`, diff);
  }
}
