/** The shape of a report, from which its type and its published JSON Schema come. */

import {
  byKind,
  type Check,
  exactly,
  flag,
  innerPath,
  integer,
  isInnerPath,
  json,
  listOf,
  mapOf,
  type ObjectOf,
  object,
  oneOf,
  type Shape,
  suchThat,
  type TypeOf,
  text,
  textThat,
} from '../catalogue/shape.ts';

const path = innerPath('a path inside the migrated folder').described(
  'A path relative to the migrated folder, with forward slashes. It never points outside that folder.',
);

const base = textThat(
  'empty, or a path inside the repository that ends with a slash',
  (value) => isInnerPath(value) && (value === '' || value.endsWith('/')),
  { pattern: '^$|/$' },
);

/** The fields of an object; a field that is only a description is a text. */
type DescribedFields = { readonly [name: string]: Check | string };
type WithTexts<F extends DescribedFields> = {
  [Name in keyof F]: F[Name] extends Check ? F[Name] : Check<string>;
};

/** An object with a description for the published schema. */
export function shape<F extends DescribedFields>(
  description: string,
  fields: F,
): Shape<ObjectOf<WithTexts<F>>> {
  const checks = Object.entries(fields).map(([name, field]) => [
    name,
    typeof field === 'string' ? text.described(field) : field,
  ]);
  return object(Object.fromEntries(checks) as WithTexts<F>).described(description);
}

/** A list of such objects. */
function shapes<F extends DescribedFields>(description: string, item: string, fields: F) {
  return listOf(shape(item, fields)).described(description);
}

const line = integer(1).described('The line, counted from 1.');
const column = integer(1).described('The column, counted from 1 in UTF-16 code units.');
const position = { line, column };
const textColumn = integer(1).described(
  'Of a very long line, the text is only a part: the column where it starts.',
);
const count = integer(0);

// The most shards that a run can be divided into.
const mostShards = 9999;

const shard = suchThat(
  object({
    index: integer(1, mostShards).described('The number of the part, counted from 1.'),
    count: integer(2, mostShards).described('The number of parts.'),
  }),
  'a shard whose index is at most its count',
  ({ index, count: all }) => index <= all,
).described(
  'One of several parts of a dry run: every n-th project; the first part also contains what is outside all projects.',
);

const after = shape('The place after the run, if it differs.', {
  file: path.described('The file after the run.'),
  ...position,
  text: 'The text of the line after the run; empty if the line was removed.',
  'textColumn?': textColumn,
});

const placeFields = {
  file: path.described('The file before the run.'),
  ...position,
  text: 'The text of the line before the run.',
  'textColumn?': textColumn,
  'after?': after,
};

const place = shape('A place before the run, and after the run if it differs.', {
  ...placeFields,
  'reason?': 'A note about this place, with code in backticks.',
});

const followUp = shape('Something to decide or verify.', {
  id: 'The id of the follow-up; it stays the same in every run as long as its line does not change.',
  code: 'The type of follow-up. The codes are stable; `fw-migrate explain` describes each of them. Custom transforms may add others.',
  kind: oneOf('decide', 'verify').described(
    '`decide`: someone must make a decision. `verify`: something or its default changed and should be checked.',
  ),
  'breaksSilently?': flag.described('Set if ignoring it silently loses, skips or serves files.'),
  'option?': 'The full path of the option it is about.',
  ...placeFields,
  file: path.described('The file it is about, before the run.'),
  message: 'What was found and what to do, with code in backticks.',
  'subject?':
    'What it is about, besides its place: the path of a folder, or the name of a package.',
  'docs?': 'The command that explains it.',
  evidence: listOf(place).described('All places it is about, if there can be more than one.'),
  'closed?': flag.described('Set by `fw-migrate close`: it is done, whatever a later run finds.'),
  'note?': 'The note given when it was closed.',
  'status?': oneOf('new', 'open', 'done').described(
    'Since an earlier run: `new`, still `open`, or `done`.',
  ),
});

const followUps = listOf(followUp).described(
  'The follow-ups: those that break silently first, then those to decide, then the rest, each sorted by place.',
);

const file = shape('A file that is moved or changed.', {
  path: path.described('The path of the file after the run.'),
  'from?': path.described('The path of the file before the run, if it differs.'),
  by: listOf(text).described(
    'What changed its text: ids of transforms, `references` (updated paths), `tooling` (updated paths in files of other tools) or `framework` (required by the newer variant). Empty if it only moves.',
  ),
  diff: 'The change in `git diff` format, with paths relative to the root of the git repository.',
  'patch?':
    'Set if git does not track the file, so that other checkouts do not have it: what the patch contains instead of `diff`. A new file, or empty if git ignores the file or it is binary.',
});

const files = listOf(file).described(
  'The files that move or change, sorted by their path before the run.',
);

const change = shape('A change to one option.', {
  transform: 'The id of the transform that made it.',
  option:
    'The full path of the option, such as `dir.public`; empty if the whole file was rewritten.',
  kind: oneOf('set', 'append', 'rename', 'remove', 'rewrite').described(
    'The kind of change: `set` a value, `append` an item, `rename` or `remove` the option; `rewrite` if a codemod wrote the whole file.',
  ),
  'to?': 'The new path of the option, if it is renamed.',
  file: path.described('The file that contains the option before the run.'),
  ...position,
  message: 'What was changed and why, with code in backticks.',
});

const move = shape('A file or folder that moves.', {
  from: path.described('Its path before the run.'),
  to: path.described('Its path after the run.'),
});

const stayingFolder = shape(
  'A folder of the source directory that does not move although files that move use it.',
  {
    folder: path.described('Its path.'),
    name: 'Its name for `--move`.',
    files: count.described('The number of files in it.'),
    references: count.described('References between it and files that move, in both directions.'),
    saves: integer(Number.MIN_SAFE_INTEGER).described(
      'About how many updates of references `--move` with its name would save in the project, not counting its config; negative if it would need more.',
    ),
  },
);

const value = byKind({
  value: shape('A known value.', {
    kind: exactly('value').described('The value is known.'),
    value: json.described('The value itself.'),
    from: 'Where it comes from: `default`, or the place in a config or layer as `file:line:column`.',
  }),
  unknown: shape('A value that cannot be determined without running the config.', {
    kind: exactly('unknown').described('The value is unknown.'),
    why: 'Why it is unknown.',
    'from?': 'The place in a config or layer as `file:line:column`, if there is one.',
  }),
  unset: shape('No value.', {
    kind: exactly('unset').described('The option is not set and has no default.'),
  }),
  missing: shape('An option that the variant does not have.', {
    kind: exactly('missing').described('The variant has no such option.'),
    'from?': 'Where it is set anyway, as `file:line:column`.',
  }),
}).described('The value of an option, as far as it can be determined without running the config.');

const comparedValues = {
  option: 'The full path of the option.',
  before: value.described('Its resolved value before the run.'),
  after: value.described('Its resolved value after the run.'),
};

const option = shape(
  'The resolved value of an option before and after the run, including defaults and layers.',
  {
    ...comparedValues,
    change: oneOf('same', 'moved', 'renamed', 'ended', 'changed', 'unknown').described(
      'How the two compare. `same`: same effect; `moved`: the same files at their new paths; `renamed`: another option now has the value; `ended`: the newer variant no longer has the option; `unknown`: cannot be determined without running the config.',
    ),
    'to?': 'The option that now has the value, if it is another one.',
  },
);

const projectProof = shape('What was verified about the project before writing.', {
  preserved: count.described(
    'Options that keep their effect, also with updated paths or a new name.',
  ),
  changed: shapes('Options that change on purpose.', 'One such option.', {
    ...comparedValues,
    why: 'Why it differs.',
    'code?': 'The code of the follow-up about it.',
  }),
  unknown: shapes(
    'Options that cannot be determined without running the config.',
    'One such option.',
    {
      option: comparedValues.option,
      why: 'Why it is unknown.',
    },
  ),
  places: shapes('Where the newer variant looks for each kind of file.', 'One kind.', {
    kind: 'The kind, such as `pages`.',
    'place?':
      'The file or folder after the run, relative to the migrated folder, which may be outside of it; absent if unknown.',
    exists: flag.described('Whether it exists after the run.'),
  }),
  orphans: shapes('Files that are no longer found.', 'Files of one kind.', {
    kind: 'The kind, such as `pages`.',
    file: path.described('The first of them, before the run.'),
    count: count.described('How many there are.'),
    left: path.described('Their path after the run.'),
    why: oneOf('told', 'asked', 'before').described(
      'Why this is expected. `told`: a follow-up reports it; `asked`: they were kept in place on request; `before`: they were not found before either.',
    ),
  }),
  'appFolder?': 'A note about an `app/` folder that is not the source directory.',
  'beside?': 'A note about other files in the folder to which the sources move.',
});

const reference = {
  file: path.described('The file that contains it before the run.'),
  ...position,
  text: 'Its text.',
};
const deadReference = shape('A reference that was already broken before the run.', reference);
const unreadReference = shape('A reference that could not be checked.', {
  ...reference,
  alias: 'The alias it starts with, which is not defined in a way that can be read.',
});

const proof = shape('What was verified about the files before writing.', {
  references: shape('References between files, which still resolve to the same files.', {
    checked: count.described('The number of references that were checked.'),
    same: count.described('References that did not change.'),
    followed: count.described('References that were updated.'),
    brokenBefore: count.described('References that were already broken before the run.'),
    'ledNowhere?': listOf(deadReference).described('The broken references.'),
    'notCheckable?': listOf(unreadReference).described(
      'Those not in `checked`: they could not be checked.',
    ),
  }),
  texts: count.described('Files that changed only in the planned places.'),
  unrecorded: listOf(placeFields.file).described(
    'Files that codemods or second passes wrote as a whole.',
  ),
});

const settledUse = shape(
  'A use of something that changed in the newer variant, which needs no change.',
  {
    behaviour: 'The behaviour it uses, such as `deep-data`.',
    'option?': 'The option that controls it.',
    ...placeFields,
    reason: 'Why it needs no change, with code in backticks.',
    'transform?': 'The id of the transform that changed it.',
  },
);

const summary = shape('The totals.', {
  projects: count.described('Projects found.'),
  'refused?': count.described('Projects that could not be migrated; set if there are any.'),
  moved: count.described('Files that move.'),
  changed: count.described('Files whose text changes.'),
  decide: count.described('Open follow-ups to decide.'),
  verify: count.described('Open follow-ups to verify.'),
  'options?': object({
    preserved: count.described('Options that keep their effect.'),
    changed: count.described('Options that change on purpose.'),
    unknown: count.described('Options that cannot be determined without running the config.'),
  }).described('What was verified about the options of all projects; set if any were compared.'),
  'done?': count.described(
    'Follow-ups of an earlier run that are done; set if it was compared with one.',
  ),
});

const found = shape(
  'What the framework found in the project before the run, from the files that it had generated; `fw-migrate verify` compares it.',
  {
    prepared: 'When these files were written.',
    lists: mapOf(
      listOf(
        shape('One of them.', {
          'name?': 'Its name; absent if it is found by its file alone.',
          'file?': path.described(
            'Its file before the run, if the list says so and it is in the migrated folder; some lists leave out extensions.',
          ),
        }),
      ),
    ).described('What it found, by kind: `components`, `pages` and so on.'),
  },
);

const project = shape('One project: a folder with a config.', {
  root: path.described('The folder of the project; empty if it is the migrated folder itself.'),
  config: path.described('The config file.'),
  variant: oneOf('a', 'b', 'unknown').described(
    'The variant of the project before the run; `unknown` if it could not be determined, in which case the project was not changed.',
  ),
  'isRefused?': flag.described(
    'Set if it could not be migrated, unlike the others; a follow-up explains why.',
  ),
  changes: listOf(change).described('The changes to options, sorted by place.'),
  moves: listOf(move).described('Files and folders that move, with their contents.'),
  'staying?': listOf(stayingFolder).described(
    'Folders that do not move although files that move use them, sorted by how much moving them would save. Earlier versions left out an empty list.',
  ),
  files,
  followUps,
  'settled?': listOf(settledUse).described(
    'Uses of changed behaviour that were analysed: they need no change, or were changed. Earlier versions left out an empty list.',
  ),
  'found?': found,
  options: listOf(option).described('The options that the project sets, or whose value changes.'),
  proof: projectProof,
});

const edition = shape('An edition of the framework.', {
  from: 'The file or package that it was loaded from; empty if it was passed as a value.',
  overlay: json.described('Its contents, merged with the editions that it extends.'),
  'statedBy?': listOf(text).described(
    'The installed modules that state facts about themselves, in `fw-migrate.json`.',
  ),
});

const settings = shape(
  'The settings of the run: from options, a settings file, or interactive answers.',
  {
    'file?': 'The settings file, relative to the migrated folder; absent if none was read.',
    chosen: shapes(
      'Every setting that was applied; a setting overridden by an option is not listed.',
      'One setting.',
      {
        key: 'Its name, as in a settings file.',
        value: json.described('Its value.'),
        from: oneOf('flag', 'file', 'answer').described('Where it was set.'),
        'project?': path.described(
          'The folder of the project it applies to; absent if it applies to all.',
        ),
      },
    ),
  },
);

const run = shape('How to repeat the run, in addition to the edition and the settings.', {
  'name?': 'The name of the migrated package, from the package.json of the migrated folder.',
  'date?': 'The day of the run in UTC, such as `2026-01-31`.',
  version: 'The version of fw-migrate.',
  'commit?':
    'The commit that was checked out when the run started; absent outside a git repository.',
  command:
    'The command that repeats the run in the root of the git repository or, without one, in the migrated folder. Options that only affect the output are left out.',
});

const elsewhere = shape('Files and follow-ups outside all projects.', { files, followUps });

export const schemaVersion = 1;

/** Checks that a value is a report. */
export const reportShape = shape(
  'What a run of fw-migrate did or would do. Paths use forward slashes and are relative to the migrated folder. Lines and columns count from 1; columns count UTF-16 code units.',
  {
    schemaVersion: exactly(schemaVersion).described(
      'The version of this format. It is increased when a change could break readers of the previous version.',
    ),
    target: oneOf('v4').described('The target of the migration.'),
    dryRun: flag.described(
      'Whether this was a dry run: nothing was written, all files are where they were.',
    ),
    base: base.described(
      'The migrated folder, relative to the git root. Empty, or ends with a slash.',
    ),
    'edition?': edition.described('The edition of the framework; absent if it is the default one.'),
    'run?': run.described('How to repeat the run; absent if a script created the report.'),
    'shard?': shard.described(
      'Which part of a run it is; absent if whole. `fw-migrate report` merges parts.',
    ),
    'settings?': settings,
    'left?': listOf(path).described(
      'The folders of projects that are left for a later run: only references to what moves are updated in them.',
    ),
    projects: listOf(project).described('The projects of the run, sorted by folder.'),
    elsewhere,
    proof,
    summary,
  },
);

/** The parts that have a name in the JSON Schema, in the order in which it lists them. */
export const namedShapes = {
  path,
  line,
  column,
  count,
  shard,
  project,
  change,
  move,
  files,
  file,
  followUps,
  followUp,
  place,
  settledUse,
  after,
  stayingFolder,
  option,
  value,
  json,
  edition,
  run,
  settings,
  summary,
  proof,
  projectProof,
};

/** The result of a run or dry run as data, which every format is made from and which can be saved and read. */
export interface Report extends TypeOf<typeof reportShape> {}
/** How to repeat a run. */
export interface RunReport extends TypeOf<typeof run> {}
/** The settings of a run, and where each one was chosen. */
export interface SettingsReport extends TypeOf<typeof settings> {}
export interface ProjectReport extends TypeOf<typeof project> {}
/** The changed files and the follow-ups of a project, or outside all projects. */
export interface ReportPart extends TypeOf<typeof elsewhere> {}
/** The components, pages and so on that the framework found in a project. */
export interface FoundReport extends TypeOf<typeof found> {}
export interface StayingFolderReport extends TypeOf<typeof stayingFolder> {}
export interface FileReport extends TypeOf<typeof file> {}
export interface FollowUpReport extends TypeOf<typeof followUp> {}
/** A place before the run, and after the run if it differs. */
export interface PlaceReport extends TypeOf<typeof place> {}
export type ValueReport = TypeOf<typeof value>;
export interface ProofReport extends TypeOf<typeof proof> {}
export interface ProjectProofReport extends TypeOf<typeof projectProof> {}
export interface Summary extends TypeOf<typeof summary> {}
