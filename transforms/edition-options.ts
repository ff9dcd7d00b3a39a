import { codeFor, type Option, perCatalogue } from '../src/catalogue/index.ts';
import { type OptionPathParts, pathParts } from '../src/config/change.ts';
import { type ConfigDocument, type ConfigScope, matchOption } from '../src/config/document.ts';
import { isList, isWritten, type Written } from '../src/config/lookup.ts';
import { optionName } from '../src/plan/config-scopes.ts';
import type { Finding } from '../src/plan/definition.ts';
import type { FollowUpNote } from '../src/plan/follow-up.ts';
import { moveList, moveValue } from '../src/plan/moving-options.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import { isUnset } from '../src/project/bases.ts';

/** Options that an edition moves, removes or reports, and that no other transform handles. */
const editionOptions = perCatalogue(({ optionsThat, path }) =>
  optionsThat((option) => {
    const { path: name, fate, followUp, isNewFate } = option;
    if (followUp) return true;
    const isInGenerate = fate.kind === 'moved' && fate.merge === 'append' && isIn(name, path.generate);
    const isExperiment = fate.kind === 'removed' && isIn(name, path.experimental);
    return isNewFate === true && !isInGenerate && !isExperiment;
  }),
);

function isIn(option: string, group: string): boolean {
  return option.startsWith(`${group}.`);
}

export default defineOptionTransform({
  id: 'edition-options',
  summary: 'Moves and removes options as defined by an edition, and reports its follow-ups.',
  options: editionOptions,
  run: (config) => {
    const { catalogue } = config;
    const rows = editionOptions(catalogue).flatMap((name) => catalogue.findOption(name) ?? []);
    return config.scopes.flatMap((scope) => rows.flatMap((row) => findingsFor(config, scope, row)));
  },
});

/** An option that is written in a part of the config. */
interface WrittenRow {
  readonly scope: ConfigScope;
  readonly row: Option;
  readonly path: OptionPathParts;
  readonly lookup: Written;
  /** The name of the option, including the override block. */
  readonly name: string;
}

function findingsFor(config: ConfigDocument, scope: ConfigScope, row: Option): Finding[] {
  return matchOption(scope, row.path).flatMap(({ path, lookup, reached }): Finding[] => {
    // A branch of a conditional value is handled together with the whole value.
    if (lookup.condition === 'branch') return [];
    const written = { scope, row, path, lookup, name: optionName(scope, path) };
    const { fate, isNewFate } = row;
    if (fate.kind === 'moved' && isNewFate) return [reached ? moved(config, written, fate) : unread(written)];
    if (!reached) return [];
    const isEnded =
      fate.kind === 'removed' && (isNewFate || isIn(row.path, config.catalogue.path.experimental));
    if (isEnded) return [removed(config, written)];
    const followUps = isUnset(lookup) ? [] : editionNotes(row);
    return followUps.length > 0 ? [{ option: written.name, at: lookup.at, followUps }] : [];
  });
}

/**
 * The option that a value is merged with: the target or, if that is unset, another option that moves there.
 * Options that also move in the default edition come first.
 */
function mergedWith({ catalogue }: ConfigDocument, scope: ConfigScope, { path }: Option, to: string): string {
  if (isWritten(scope.lookup(to))) return to;
  const written = catalogue.sourcesOf(to).filter((source) => isWritten(scope.lookup(source)));
  const [first = path] = written.toSorted(
    (a, b) =>
      Number(catalogue.findOption(a)?.isNewFate ?? false) -
      Number(catalogue.findOption(b)?.isNewFate ?? false),
  );
  return first === path ? to : first;
}

/** The follow-up of the edition for projects that set the option. */
function editionNotes({ path, followUp }: Option): FollowUpNote[] {
  if (!followUp) return [];
  const { kind, message, code = codeFor(path) } = followUp;
  return [{ kind, code, message }];
}

function moved(
  config: ConfigDocument,
  written: WrittenRow,
  { to, merge }: Extract<Option['fate'], { kind: 'moved' }>,
): Finding {
  const { scope, row, path, lookup, name } = written;
  const { at } = lookup;
  if (merge === 'append' && !isUnset(lookup)) {
    if (!isList(lookup)) return keptWith(written, `is not a literal list: move it to \`${to}\` manually.`);
    const move = moveList(config, scope, path, mergedWith(config, scope, row, to));
    const message = { what: `\`${name}\``, done: `moved to \`${to}\`` };
    if (move.kind === 'moved')
      return { option: name, at, changes: move.changes, message, followUps: editionNotes(row) };
    const why = move.kind === 'computed' ? `\`${to}\` is computed` : `a condition replaces \`${to}\``;
    return keptWith(written, `is kept, because ${why}: merge the two manually.`);
  }
  const notes = editionNotes(row);
  const lost = (why: string): FollowUpNote[] =>
    isUnset(lookup) ? notes : [{ code: 'moved-option-conflict', message: why }, ...notes];
  const target = pathParts(mergedWith(config, scope, row, to));
  return moveValue(config, scope, { path, at, to, moved: notes, lost }, target);
}

function keptWith({ name, lookup }: WrittenRow, why: string): Finding {
  return { option: name, at: lookup.at, followUps: [{ code: 'not-written', message: `\`${name}\` ${why}` }] };
}

/** Reports a computed value that may contain the option. */
function unread(written: WrittenRow): Finding {
  const { row, lookup } = written;
  const why = lookup.kind === 'dynamic' ? lookup.why : 'is computed';
  const to = row.fate.kind === 'moved' ? row.fate.to : '';
  return keptWith(written, `${why}: if it sets \`${row.path}\`, move that to \`${to}\` manually.`);
}

function removed(config: ConfigDocument, { scope, row, path, lookup, name }: WrittenRow): Finding {
  const { a } = config.catalogue.names.variants;
  const isOff = isUnset(lookup) || (lookup.kind === 'static' && lookup.value === false);
  const value = lookup.kind === 'dynamic' ? lookup.why : `was ${scope.textOf(path) ?? 'set'}`;
  const general: FollowUpNote = {
    code: 'removed-option',
    message: `\`${name}\` ${value}, but ${a} no longer has it: check whether the project relies on it.`,
  };
  const [note = general] = editionNotes(row);
  return {
    option: name,
    at: lookup.at,
    changes: [scope.remove(path)],
    message: { what: `\`${name}\``, done: `removed: ${a} no longer has it` },
    followUps: isOff ? [] : [note],
  };
}
