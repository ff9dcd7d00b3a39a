import {
  byKind,
  type Check,
  described,
  exactly,
  type Fields,
  flag,
  innerPath,
  integer,
  isInnerPath,
  json,
  listOf,
  type ObjectOf,
  object,
  oneOf,
  suchThat,
  type TypeOf,
  text,
  where,
} from '../catalogue/shape.ts';

const path = described(
  'A path from the folder of the run, with forward slashes. It never leaves that folder.',
  innerPath('a path inside of the folder of the run'),
);

const base = where<string>(
  'empty, or a path inside of the repository that ends with a slash',
  (value) => isInnerPath(value) && (value === '' || value.endsWith('/')),
  { type: 'string', pattern: '^$|/$' },
);

function shape<F extends Fields>(description: string, fields: F): Check<ObjectOf<F>> {
  return described(description, object(fields));
}

const line = described('The line, counted from 1.', integer(1));
const column = described('The column, counted from 1 in UTF-16 code units.', integer(1));
const count = integer(0);

// As many as a run can be divided into.
const mostShards = 9999;

const shard = described(
  'One of several parts of a dry run: every n-th project, and in the first also what belongs to none.',
  suchThat(
    object({
      index: described('Which of the parts, counted from 1.', integer(1, mostShards)),
      count: described('How many parts there are.', integer(2, mostShards)),
    }),
    'a shard whose index is not above its count',
    ({ index, count: all }) => index <= all,
  ),
);

const after = shape('Where the place is after the run, where anything about it differs.', {
  file: described('The file after the run.', path),
  line,
  column,
  text: described('The line that stands there after the run; empty where nothing of the line is left.', text),
});

const placeFields = {
  file: described('The file before the run.', path),
  line,
  column,
  text: described('The line that stands there before the run.', text),
  'after?': after,
};

const place = shape('A place before the run, and afterwards where that differs.', {
  ...placeFields,
  'reason?': described('What is known about this place, for people; code stands in backticks.', text),
});

const followUp = shape('Something that a person must decide or look at.', {
  id: described(
    'Names this follow-up; the same in every run, as long as the line at its place reads the same.',
    text,
  ),
  code: described(
    "What sort of follow-up it is. The codes are stable; `fw-migrate explain` tells about each. A user's own transform may bring others.",
    text,
  ),
  kind: described(
    '`decide`: a person must choose. `verify`: something changed, or its default did; look at it.',
    oneOf('decide', 'verify'),
  ),
  'breaksSilently?': described(
    'Set where nothing fails as long as it is overlooked: files are lost, missed or served without an error. Such ones come first.',
    flag,
  ),
  'option?': described('The option that it is about, by its full path in the config.', text),
  ...placeFields,
  file: described('The file that it is about, before the run.', path),
  message: described('What was found and what to do, for people; code stands in backticks.', text),
  'docs?': described('The command that tells more.', text),
  evidence: described('Every place that it is about, where there may be more than one.', listOf(place)),
  'closed?': described(
    'Set by `fw-migrate close`: a person has dealt with it, whatever a later run finds.',
    flag,
  ),
  'note?': described('What was said when it was closed.', text),
  'status?': described(
    'Set where the run was compared with an earlier one: not known then, known then, or known then and settled.',
    oneOf('new', 'open', 'done'),
  ),
});

const followUps = described(
  'What is left to a person: what breaks silently comes first, then what must be decided, then the rest, each by place.',
  listOf(followUp),
);

const file = shape('What becomes of one file.', {
  path: described('Where the file is afterwards.', path),
  'from?': described('Where the file is before the run, where that is another place.', path),
  by: described(
    'Who asked for its text to change: ids of transforms, `references` (they follow what moved), `framework` (the newer variant prescribes it) or `todos` (comments about follow-ups). Empty where it only moves.',
    listOf(text),
  ),
  diff: described('The change as `git diff` shows it, with names from the top of the git repository.', text),
});

const files = described(
  'The files that move, change, or both, sorted by where they are before the run.',
  listOf(file),
);

const change = shape('A change of one option.', {
  transform: described('The id of the transform that asked for it.', text),
  option: described(
    "The option's full path in the config, such as `dir.public`; empty where the whole file was rewritten.",
    text,
  ),
  kind: described(
    'What happens to the option: it gets a value (`set`), one more item (`append`), another name, or goes; `rewrite` where a codemod wrote the whole file.',
    oneOf('set', 'append', 'rename', 'remove', 'rewrite'),
  ),
  'to?': described("The option's new path, where it gets another name.", text),
  file: described('The file that holds the option before the run.', path),
  line,
  column,
  message: described('What is done and why, for people; code stands in backticks.', text),
});

const move = shape('A folder or file that changes its place.', {
  from: described('Where it is before the run.', path),
  to: described('Where it is afterwards.', path),
});

const stayingFolder = shape('A folder of the sources that stays although moved sources use it.', {
  folder: described('Where it is.', path),
  name: described('What `--move` calls it.', text),
  files: described('How many files are in it.', count),
  references: described('References between it and what moves, in either direction.', count),
  saves: described(
    'How many rewrites of references `--move` with its name saves, in the files of the project beside its config; negative where it takes more.',
    integer(Number.MIN_SAFE_INTEGER),
  ),
});

const value = described(
  'The value of an option, as far as it can be told without running the config.',
  byKind({
    value: shape('A value that is known.', {
      kind: described('The value is known.', exactly('value')),
      value: described('The value itself.', json),
      from: described(
        'Where it comes from: `default`, or the place in a config or layer as `file:line:column`.',
        text,
      ),
    }),
    unknown: shape('A value that only running the config would tell.', {
      kind: described('The value is not known.', exactly('unknown')),
      why: described('Why it is not known.', text),
      'from?': described('The place in a config or layer as `file:line:column`, where there is one.', text),
    }),
    unset: shape('No value at all.', {
      kind: described('The option is not set, and has no default.', exactly('unset')),
    }),
    missing: shape('An option that the variant does not have.', {
      kind: described('The variant has no such option.', exactly('missing')),
      'from?': described('Where it is written all the same, as `file:line:column`.', text),
    }),
  }),
);

const comparedValues = {
  option: described("The option's full path in the config.", text),
  before: described('What it amounts to before the run.', value),
  after: described('What it amounts to after the run.', value),
};

const option = shape('What an option amounts to before and after the run, with defaults and layers.', {
  ...comparedValues,
  change: described(
    "How the two compare. `same`: it means what it meant; `moved`: the same files at their new place; `renamed`: its value is another option's now; `ended`: the option is gone, as the newer variant has it; `unknown`: only running the config would tell.",
    oneOf('same', 'moved', 'renamed', 'ended', 'changed', 'unknown'),
  ),
  'to?': described('The option that has the value now, where it is another one.', text),
});

const projectProof = shape('What was verified about the project before anything was written.', {
  preserved: described(
    'Options that keep their effect: as they were, at the new place, or under a new name.',
    count,
  ),
  changed: described(
    'Options that change on purpose.',
    listOf(
      shape('One such option.', {
        ...comparedValues,
        why: described('Why it differs.', text),
        'code?': described('The code of the follow-up that tells it.', text),
      }),
    ),
  ),
  unknown: described(
    'Options that cannot be known without running the config.',
    listOf(
      shape('One such option.', {
        option: comparedValues.option,
        why: described('Why it is not known.', text),
      }),
    ),
  ),
  places: described(
    'Where the newer variant looks for each kind of files.',
    listOf(
      shape('One kind.', {
        kind: described('The kind, such as `pages`.', text),
        'place?': described(
          'The folder or file after the run, seen from the folder of the run, which it may lie outside of; absent where the config does not tell.',
          text,
        ),
        exists: described('Whether it is there after the run.', flag),
      }),
    ),
  ),
  orphans: described(
    'What was read and is not any more.',
    listOf(
      shape('Files of one kind.', {
        kind: described('The kind, such as `pages`.', text),
        file: described('The first of them, before the run.', path),
        count: described('How many there are.', count),
        left: described('Where they are after the run.', path),
        why: described(
          'Why that is known. `told`: a follow-up says so; `asked`: they were held back on request; `before`: they were not read before either.',
          oneOf('told', 'asked', 'before'),
        ),
      }),
    ),
  ),
  'appFolder?': described('What a folder `app/` means that is not the source directory.', text),
});

const deadReference = shape('A text that named nothing before the run.', {
  file: described('The file that holds it before the run.', path),
  line,
  column,
  text: described('What it says.', text),
});

const proof = shape('What was verified about the files before anything was written.', {
  references: shape('References between files, which resolve to the same files after the run.', {
    checked: described('All that were looked at.', count),
    same: described('Those whose text stays.', count),
    followed: described('Those whose text follows what moved.', count),
    brokenBefore: described('Those that led nowhere before the run.', count),
    'ledNowhere?': described('Where those are, and what they say.', listOf(deadReference)),
  }),
  texts: described('Texts that differ from the original in the recorded places alone.', count),
  unrecorded: described(
    'Texts that a codemod or a second pass wrote, of which nothing is recorded.',
    listOf(placeFields.file),
  ),
});

const settledUse = shape(
  'A use of something that changed in the newer variant, and that needs no attention.',
  {
    behaviour: described('What it uses, such as `deep-data`.', text),
    'option?': described('The option that decides about it.', text),
    ...placeFields,
    reason: described('Why it needs no attention, for people; code stands in backticks.', text),
    'transform?': described('The id of the transform that wrote something there.', text),
  },
);

const summary = shape('How much there is of everything.', {
  projects: described('Projects that were found.', count),
  'refused?': described(
    'Projects that cannot be migrated as they are, and were left alone; set where there are some.',
    count,
  ),
  moved: described('Files that change their place.', count),
  changed: described('Files whose text changes.', count),
  decide: described('Follow-ups that must be decided, and are not done.', count),
  verify: described('Follow-ups to look at, that are not done.', count),
  'options?': described(
    'What was verified about the options of all projects; set where some were compared.',
    object({
      preserved: described('Options that keep their effect.', count),
      changed: described('Options that change on purpose.', count),
      unknown: described('Options that cannot be known without running the config.', count),
    }),
  ),
  'done?': described(
    'Follow-ups of an earlier run that are settled; set where the run was compared with one.',
    count,
  ),
});

const project = shape('One project: a folder with a config.', {
  root: described('The folder of the project; empty where it is the folder of the run.', path),
  config: described('The config file.', path),
  variant: described(
    'Which variant the project was found in; `unknown` where its text does not tell, and it was left as it is.',
    oneOf('a', 'b', 'unknown'),
  ),
  'isRefused?': described(
    'Set where the project cannot be migrated as it is, and was left alone; a follow-up says why. The others were migrated.',
    flag,
  ),
  changes: described('The changes of options, in the order of their places.', listOf(change)),
  moves: described('Folders and files that change their place, with all that is in them.', listOf(move)),
  'staying?': described(
    'Folders that stay although moved sources use them, with figures that help to choose, what saves most first; set where there are some.',
    listOf(stayingFolder),
  ),
  files,
  followUps,
  'settled?': described(
    'Uses of what changed in the newer variant that were followed, and need no attention.',
    listOf(settledUse),
  ),
  options: described(
    'The options that the project sets, or whose value differs between before and after.',
    listOf(option),
  ),
  proof: projectProof,
});

const edition = shape('An edition of the framework.', {
  from: described(
    'The file or package that it was loaded from; empty if it was handed over as a value.',
    text,
  ),
  overlay: described('What it says, together with the editions that it builds upon.', json),
});

const settings = shape(
  'What was chosen for the run: by flags, in a settings file, or by answers to questions.',
  {
    'file?': described(
      'The settings file, as seen from the folder of the run; absent if none was read.',
      text,
    ),
    chosen: described(
      'Every setting that was in force; one that a flag overrules is not listed.',
      listOf(
        shape('One setting.', {
          key: described('Its name, as in a settings file.', text),
          value: described('What it says.', json),
          from: described('Where it was chosen.', oneOf('flag', 'file', 'answer')),
          'project?': described('The folder of the project that it is for; absent if it is for all.', path),
        }),
      ),
    ),
  },
);

const run = shape('What it takes to repeat the run, beside the edition and the settings.', {
  'name?': described('The name of what was migrated, from the package.json of the folder of the run.', text),
  'date?': described('The day of the run in UTC, such as `2026-01-31`.', text),
  version: described('The version of fw-migrate.', text),
  'commit?': described(
    'The commit that was checked out when the run began; absent outside of a git repository.',
    text,
  ),
  command: described(
    'The command that repeats the run at the top of the git repository or, without one, in the folder of the run. Flags that only concern its output are left out.',
    text,
  ),
});

const elsewhere = shape('What belongs to no project.', { files, followUps });

export const schemaVersion = 1;

/** Checks that a value is a report. */
export const reportShape = shape(
  'What a run of fw-migrate did, or would do. Paths have forward slashes and start at the folder of the run. Lines and columns count from 1; columns count UTF-16 code units.',
  {
    schemaVersion: described(
      'The version of this format. It is raised when a reader of the older one could be misled.',
      exactly(schemaVersion),
    ),
    target: described('What the projects were migrated to.', oneOf('v4')),
    dryRun: described(
      'Whether the run only showed what it would do. Then nothing was written, and everything is still where it was before.',
      flag,
    ),
    base: described(
      'What stands in front of every path to make it one of the git repository: the folder of the run as seen from the top of the repository. Empty, or ends with a slash.',
      base,
    ),
    'edition?': described(
      'The edition of the framework that the run was made with; left out where it is the default one.',
      edition,
    ),
    'run?': described('How to repeat the run; left out where a script made the report.', run),
    'shard?': described(
      'Which part of a run this is; left out where it is the whole. `fw-migrate report` makes the whole of all parts.',
      shard,
    ),
    'settings?': settings,
    projects: described('The projects that were found, sorted by folder.', listOf(project)),
    elsewhere,
    proof,
    summary,
  },
);

/** The parts that have a name in the JSON Schema, in the order in which it lists them. */
export const namedShapes = {
  ...{ path, line, column, count, shard, project, change, move, files, file, followUps, followUp, place },
  ...{ settledUse, after, stayingFolder, option, value, json, edition, run, settings, summary, proof },
  ...{ projectProof },
};

/** What a run did, or would do, as data: every format is made from it, and it can be saved and read again. */
export interface Report extends TypeOf<typeof reportShape> {}
/** How to repeat a run. */
export interface RunReport extends TypeOf<typeof run> {}
/** What was chosen, and where. */
export interface SettingsReport extends TypeOf<typeof settings> {}
export interface ProjectReport extends TypeOf<typeof project> {}
/** Files that change, and what is left to a person. */
export interface ReportPart extends TypeOf<typeof elsewhere> {}
export interface StayingFolderReport extends TypeOf<typeof stayingFolder> {}
export interface FileReport extends TypeOf<typeof file> {}
export interface FollowUpReport extends TypeOf<typeof followUp> {}
/** Of a re-run: not known before, known before, or known before and gone. */
export type Status = NonNullable<FollowUpReport['status']>;
/** A place before the run, and afterwards where that differs. */
export interface PlaceReport extends TypeOf<typeof place> {}
export interface SettledUseReport extends TypeOf<typeof settledUse> {}
export interface OptionReport extends TypeOf<typeof option> {}
export type ValueReport = TypeOf<typeof value>;
export interface ProofReport extends TypeOf<typeof proof> {}
export interface ProjectProofReport extends TypeOf<typeof projectProof> {}
export interface Summary extends TypeOf<typeof summary> {}
