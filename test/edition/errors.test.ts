import { describe, expect, it } from 'vitest';
import {
  createCatalogue,
  type Edition,
  EditionProblem,
  editionShape,
} from '../../src/catalogue/index.ts';
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
    'no option has such a key',
    { names: { keys: { bundler9: 'pack' } } },
    'names.keys.bundler9: the default edition has no option with the key `bundler9`: did you mean `bundler1`?',
  ],
  [
    'a function has a name that is no identifier',
    { names: { configHelper: 'define-config' } },
    'edition.names.configHelper: `edition.names.configHelper` should be a JavaScript identifier, but is "define-config"',
  ],
  [
    'a package has a name that none can have',
    { names: { package: 'Not A Package' } },
    'edition.names.package: `edition.names.package` should be a package name, but is "Not A Package"',
  ],
  [
    'a field is misspelt',
    { facts: { bundlerRot: { a: 'root' } } },
    'edition.facts.bundlerRot: `edition.facts.bundlerRot` is unknown; did you mean `bundlerRoot`?',
  ],
  [
    'a group is misspelt',
    { option: {} },
    'edition.option: `edition.option` is unknown; did you mean `options`?',
  ],
  [
    'a base is neither of the two',
    { facts: { folders: { pages: { readFrom: { a: 'src' } } } } },
    'edition.facts.folders.pages.readFrom.a: `edition.facts.folders.pages.readFrom.a` should be one of root, source, but is "src"',
  ],
  [
    'a source directory leads out of the project',
    { facts: { sourceDir: '../app' } },
    'edition.facts.sourceDir: `edition.facts.sourceDir` should be a path inside the project, such as `app/views`, but is "../app"',
  ],
  [
    'an alias names no place',
    { facts: { aliases: { a: { '#x': 'x' } } } },
    'edition.facts.aliases.a["#x"]: `edition.facts.aliases.a["#x"]` should be a path that starts with `<rootDir>` or `<srcDir>`, but is "x"',
  ],
  [
    'an alias is redefined that means the same in all editions',
    { facts: { aliases: { a: { '~': '<rootDir>' } } } },
    'edition.facts.aliases.a["~"]: `edition.facts.aliases.a["~"]` should be an alias other than `~`, `@`, `~~` and `@@`, which mean the same in all editions, but is "~"',
  ],
  [
    'a folder is taken away that an option names',
    { facts: { folders: { pages: null } } },
    'facts.folders.pages: the option `dir.pages` configures this folder, so it cannot be removed',
  ],
  [
    'a new option has no types',
    { options: { acme: {} } },
    'options.acme.types: a new option needs `types`',
  ],
  [
    'an option moves to itself',
    { options: { acme: { types: ['string'], movedTo: 'acme' } } },
    'options.acme: it cannot move to `acme`: choose an option that stays and is not in a list',
  ],
  [
    'two options move to each other',
    {
      options: {
        one: { types: ['string'], movedTo: 'two' },
        two: { types: ['string'], movedTo: 'one' },
      },
    },
    'options.one: it cannot move to `two`: choose an option that stays and is not in a list',
  ],
  [
    'an option moves to one that moves',
    { options: { one: { types: ['string'], movedTo: 'generate.routes' } } },
    'options.one: it cannot move to `generate.routes`: choose an option that stays and is not in a list',
  ],
  [
    'an option moves to one that ends',
    { options: { one: { types: ['boolean'], movedTo: 'experimental.templateUtils' } } },
    'options.one: it cannot move to `experimental.templateUtils`: choose an option that stays and is not in a list',
  ],
  [
    'an option moves to nowhere',
    { options: { one: { types: ['string'], movedTo: 'two' } } },
    'options.one: it cannot move to `two`: choose an option that stays and is not in a list',
  ],
  [
    'an option moves out of a list',
    { options: { 'plugins[].old': { types: ['string'], movedTo: 'ssr' } } },
    'options.plugins[].old: it cannot move to `ssr`: choose an option that stays and is not in a list',
  ],
  [
    'an option is taken away that does not exist',
    { options: { one: null } },
    'options.one: there is no option `one` to remove',
  ],
  [
    'an option is taken away that every run reads',
    { options: { dir: null } },
    'options.dir: every run needs `dir.app`, so it cannot be removed',
  ],
  [
    'a path is read in no known way',
    { options: { one: { types: ['string'], paths: { '': 'files' } } } },
    expect.stringMatching(
      /^edition\.options\.one\.paths\[""\]: .* should be one of /,
    ) as unknown as string,
  ],
  [
    'a follow-up has no message',
    { options: { one: { types: ['string'], followUp: { kind: 'verify' } } } },
    'edition.options.one.followUp.message: `edition.options.one.followUp.message` should be a non-empty line of text, but is missing',
  ],
  [
    'a behaviour has no sign',
    { behaviours: { old: { kind: 'verify', what: 'A', todo: 'B.' } } },
    'behaviours.old: nothing to look for: add `calls`, `tags` or `texts`',
  ],
  [
    'a behaviour has the name of another one',
    { behaviours: { 'deep-data': { kind: 'verify', what: 'A', todo: 'B.', tags: ['A'] } } },
    'behaviours.deep-data: this name is built in: choose another one',
  ],
  [
    'a behaviour hangs on an option that does not exist',
    { behaviours: { old: { kind: 'verify', option: 'acme', what: 'A', todo: 'B.', tags: ['A'] } } },
    'behaviours.old.option: unknown option `acme`',
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
