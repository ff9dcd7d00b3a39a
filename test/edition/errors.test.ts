import { describe, expect, it } from 'vitest';
import { createCatalogue, type Edition, EditionProblem, editionShape } from '../../src/catalogue/index.ts';
import { Mismatch } from '../../src/catalogue/shape.ts';

/** The key of what is wrong in an edition, and the message about it. */
function problemOf(edition: unknown): string {
  try {
    editionShape(edition, 'edition');
    createCatalogue(edition as Edition);
  } catch (error) {
    if (error instanceof EditionProblem) return `${error.key}: ${error.message}`;
    if (error instanceof Mismatch) return `${error.at}: ${error.message}`;
    throw error;
  }
  return 'none';
}

const mistakes: readonly (readonly [string, unknown, string])[] = [
  [
    'two keys get one name',
    { names: { keys: { bundler1: 'pack', bundler2: 'pack' } } },
    'names.keys.bundler2: `pack` would name both `bundler1` and `bundler2`: every key needs a name of its own',
  ],
  [
    'a key gets the name of another one',
    { names: { keys: { bundler1: 'ssr' } } },
    'names.keys.bundler1: `ssr` would name both `ssr` and `bundler1`: every key needs a name of its own',
  ],
  [
    'no option has such a key',
    { names: { keys: { bundler9: 'pack' } } },
    'names.keys.bundler9: no option of the default edition has the key `bundler9`: did you mean `bundler1`?',
  ],
  [
    'a function has a name that is no identifier',
    { names: { configHelper: 'define-config' } },
    'edition.names.configHelper: `edition.names.configHelper` should be a name as JavaScript has them, and is "define-config"',
  ],
  [
    'a package has a name that none can have',
    { names: { package: 'Not A Package' } },
    'edition.names.package: `edition.names.package` should be the name of a package, and is "Not A Package"',
  ],
  [
    'a field is misspelt',
    { facts: { bundlerRot: { a: 'root' } } },
    'edition.facts.bundlerRot: `edition.facts.bundlerRot` is not known; did you mean `bundlerRoot`?',
  ],
  [
    'a group is misspelt',
    { option: {} },
    'edition.option: `edition.option` is not known; did you mean `options`?',
  ],
  [
    'a base is neither of the two',
    { facts: { folders: { pages: { readFrom: { a: 'src' } } } } },
    'edition.facts.folders.pages.readFrom.a: `edition.facts.folders.pages.readFrom.a` should be one of root, source, and is "src"',
  ],
  [
    'a source directory leads out of the project',
    { facts: { sourceDir: '../app' } },
    'edition.facts.sourceDir: `edition.facts.sourceDir` should be a path inside the project, such as `app/views`, and is "../app"',
  ],
  [
    'an alias names no place',
    { facts: { aliases: { a: { '#x': 'x' } } } },
    'edition.facts.aliases.a["#x"]: `edition.facts.aliases.a["#x"]` should be a path that starts with `<rootDir>` or `<srcDir>`, and is "x"',
  ],
  [
    'an alias is redefined that means the same in all editions',
    { facts: { aliases: { a: { '~': '<rootDir>' } } } },
    'facts.aliases.a.~: `~` means the same in all editions: a project that has another meaning for it says so in `alias`',
  ],
  [
    'a folder is taken away that an option names',
    { facts: { folders: { pages: null } } },
    'facts.folders.pages: the option `dir.pages` names this folder, so it cannot be taken away',
  ],
  [
    'the folder of router options has a fact of its own',
    { facts: { folders: { app: { name: 'core' } } } },
    'facts.folders.app.name: the name of this folder is `facts.olderAppFolder`',
  ],
  [
    'a new option has no types',
    { options: { acme: {} } },
    'options.acme.types: a new option needs its `types`',
  ],
  [
    'an option moves to itself',
    { options: { acme: { types: ['string'], movedTo: 'acme' } } },
    'options.acme.movedTo: an option cannot move to itself',
  ],
  [
    'two options move to each other',
    {
      options: { one: { types: ['string'], movedTo: 'two' }, two: { types: ['string'], movedTo: 'one' } },
    },
    'options.one.movedTo: `one` and `two` move to each other',
  ],
  [
    'an option moves to one that moves',
    { options: { one: { types: ['string'], movedTo: 'generate.routes' } } },
    'options.one.movedTo: `generate.routes` moves itself, to `serverEngine.prerender.routes`: name that',
  ],
  [
    'an option moves to one that ends',
    { options: { one: { types: ['boolean'], movedTo: 'experimental.templateUtils' } } },
    'options.one.movedTo: `experimental.templateUtils` ends itself: name an option that stays',
  ],
  [
    'an option moves to nowhere',
    { options: { one: { types: ['string'], movedTo: 'two' } } },
    'options.one.movedTo: there is no option `two`: add a row for it',
  ],
  [
    'an option moves out of a list',
    { options: { 'plugins[].old': { types: ['string'], movedTo: 'ssr' } } },
    'options.plugins[].old.movedTo: an option cannot move into a list, or out of one',
  ],
  [
    'an option moves and ends',
    { options: { one: { types: ['string'], movedTo: 'ssr', fate: 'removed' } } },
    'options.one.fate: an option that moves has no other fate: leave one of `fate` and `movedTo` out',
  ],
  [
    'what does not move is merged',
    { options: { one: { types: ['string'], merge: 'append' } } },
    'options.one.merge: only an option that moves is merged: add `movedTo`, or leave `merge` out',
  ],
  [
    'an option is taken away that is not there',
    { options: { one: null } },
    'options.one: there is no option `one` to take away',
  ],
  [
    'an option is taken away that every run reads',
    { options: { dir: null } },
    'options.dir: every run reads `dir.app`, so it cannot be taken away',
  ],
  [
    'a path is read in no known way',
    { options: { one: { types: ['string'], paths: { '': 'files' } } } },
    expect.stringMatching(/^edition\.options\.one\.paths\[""\]: .* should be one of /) as unknown as string,
  ],
  [
    'a code has another kind',
    {
      options: {
        one: { types: ['string'], followUp: { kind: 'verify', code: 'unknown-option', message: 'A.' } },
      },
    },
    'options.one.followUp.code: `unknown-option` is a code of the tool, of the kind `decide`: choose another code',
  ],
  [
    'a follow-up has no message',
    { options: { one: { types: ['string'], followUp: { kind: 'verify' } } } },
    'edition.options.one.followUp.message: `edition.options.one.followUp.message` should be there, and is missing',
  ],
  [
    'a behaviour has no sign',
    { behaviours: { old: { kind: 'verify', what: 'A', todo: 'B.' } } },
    'behaviours.old: there is nothing to look for: name `calls`, `imports` or `tags`',
  ],
  [
    'a behaviour has members of nothing',
    { behaviours: { old: { kind: 'verify', what: 'A', todo: 'B.', tags: ['A'], members: ['clear'] } } },
    'behaviours.old.members: members of what is returned need `calls`',
  ],
  [
    'a behaviour has the name of another one',
    { behaviours: { 'deep-data': { kind: 'verify', what: 'A', todo: 'B.', tags: ['A'] } } },
    'behaviours.deep-data: the tool looks for something of that name itself: choose another name',
  ],
  [
    'a behaviour hangs on an option that is not there',
    { behaviours: { old: { kind: 'verify', option: 'acme', what: 'A', todo: 'B.', tags: ['A'] } } },
    'behaviours.old.option: there is no option `acme`',
  ],
];

describe('a mistake in an edition is reported with its key', () => {
  it.each(mistakes)('%s', (_, edition, expected) => {
    expect(problemOf(edition)).toEqual(expected);
  });

  it('and an edition without one is taken', () => {
    expect(problemOf({})).toBe('none');
  });
});
