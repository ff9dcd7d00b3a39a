import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '@babel/parser';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Phrases that must not appear anywhere, comments included, with what to write instead. */
const everywhere: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/, 'again'],
  [/\bheeds?\b/, 'respects'],
  [/\bmended\b/, 'fixed'],
  [/\bamounts? to\b/, 'resolved value'],
  [/\b(?:leads?|led) nowhere\b/, 'does not exist'],
  [/\bpass(?:es|ed)? over\b/, 'skips'],
  [/\btak(?:e|es|en) (?:it |this |all of this |a run )?back\b/, 'undo'],
  [/\btells (?:why|more)\b/, 'explains'],
  [/\bwho says so\b/, 'where it comes from'],
  [/\bNothing where\b/, 'Undefined if'],
  [/\bleave it so\b/, 'keep it'],
  [/\bgot at\b/, 'accessible'],
  [/\bput(?:s|ting)? right\b/, 'fixes'],
  [/\bwithout a word\b/, 'silently'],
  [/\bin the style of\b/, 'with … syntax'],
  [/\bbuilds? upon\b/, 'extends'],
  [/\bprinted anew\b|\bmade anew\b/, 'recreated'],
];

/** Phrases that users must not read. */
const userVisible: readonly (readonly [RegExp, string])[] = [
  ...everywhere,
  [/(?<![Tt]here )\b(?:is|are) no (?!longer\b)/, 'is not a'],
  [/\bany ?more\b/, 'no longer'],
  [/\bby hand\b/, 'manually'],
  [/\b(?:hold|holds|held) (?:\w+ )?(?:\w+ )?back\b/, 'keep in place'],
  [/\bstays? behind\b/, 'does not move'],
  [/\bleft as (?:it is|they are)\b/, 'not changed'],
  [/\b[Cc]orrect (?:it|the|them|its)\b/, 'fix or update'],
  [/\bsee (?:that|whether)\b/, 'check that'],
  [/\bfind out whether\b/, 'check whether'],
  [/\b[Ll]ets? (?:\w+ )+follow\b/, 'updates'],
  [/\bfollows? (?:its|their|your) (?:files?|folders?)\b/, 'updated'],
  [/\band counts\b|\bwhich counts\b|\bwould count\b/, 'takes precedence'],
  [/\bas far as the text\b/, 'literal'],
  [/\bonly running the config would tell\b/, 'cannot be determined without running the config'],
  [/\bwhat it holds\b/, 'its keys'],
  [/\brun of yours\b/, 'your own run'],
  [/\b(?:is|are) not known\b/, 'is unknown'],
  [/\bfolder of the run\b(?! or above)/, 'migrated folder'],
  [/\bthe top of the\b/, 'the root of the'],
  [/\ba person\b/, 'you'],
  [/\b[Ss]omebody\b/, 'someone'],
  [/\b[Ww]hoever\b/, 'the code that'],
  [/\btells?\b/, 'shows'],
  [/(?<![`"'])\btold\b/, 'reported'],
  [/(?<!line )\bendings?\b/, 'extension'],
  [/\bland on\b/, 'overwrite'],
  [/\btak(?:e|es|en) (?:\w+ )?away\b/, 'removes'],
  [/\bat work\b/, 'in progress'],
  [/\ball the same\b/, 'still'],
  [/\bin the meantime\b|\bmeanwhile\b/, 'during the run'],
  [/\bas (?:was )?asked for\b/, 'as requested'],
  [/\ba mistake in\b/, 'a bug in'],
  [/\b(?:out|in)side of (?:the|a|our|every)\b/, 'outside the'],
  [/\bin its place\b/, 'instead'],
  [/\bgeneration before\b/, 'older than'],
  [/\bmust look\b|\bhas to look\b/, 'must check'],
  [/\bvouch(?:es|ed)?\b/, 'trusts'],
  [/\bcarried out\b/, 'written'],
  [/\bwants (?:everything|a clean)\b/, 'requires'],
  [/\bgo on\b/, 'continue'],
  [/\bnames what\b|\bname what\b/, 'refers to something that'],
  [/\bThere is no such (?:file|folder)\b/, 'not found'],
];

interface Text {
  readonly at: string;
  readonly text: string;
}

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => ending.test(path));
}

const sources = [...filesIn('src', /\.[jt]s$/), ...filesIn('transforms', /\.ts$/)].map((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  return {
    path,
    text,
    file: parse(text, { sourceType: 'module', plugins: ['typescript'], tokens: true }),
  };
});

/** Comments of the code, each on one line. */
const comments = sources.flatMap(({ path, file }) =>
  (file.comments ?? []).map(({ value, loc }) => ({
    at: `${path}:${loc?.start.line}`,
    text: value.replace(/\s*\n\s*\*?\s*/g, ' '),
  })),
);

interface Token {
  readonly type: { readonly label?: string };
  readonly start: number;
  readonly end: number;
  readonly loc: { readonly start: { readonly line: number } };
}

/** Strings and parts of templates that look like prose. */
const strings = sources.flatMap(({ path, text, file }) =>
  ((file.tokens ?? []) as Token[])
    .filter(({ type }) => type.label === 'string' || type.label === 'template')
    .map(({ start, end, loc }) => ({
      at: `${path}:${loc.start.line}`,
      text: text.slice(start, end),
    }))
    .filter(({ text: own }) => /\w \w/.test(own)),
);

/** Lines of pages and of other files that people read. */
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'action.yml', 'package.json'],
  ...filesIn('docs', /\.(?:md|ya?ml|sh)$/),
  ...filesIn('schema', /\.json$/),
  ...filesIn('src/catalogue', /\.json$/),
  ...filesIn('examples', /\.md$/),
  ...filesIn('.github', /\.(?:md|yml)$/),
  ...filesIn('__testfixtures__/reports', /\.txt$/),
].flatMap((path) =>
  readFileSync(join(root, path), 'utf8')
    .split('\n')
    .map((text, index) => ({ at: `${path}:${index + 1}`, text })),
);

function found(texts: readonly Text[], phrases: readonly (readonly [RegExp, string])[]): string[] {
  return texts.flatMap(({ at, text }) =>
    phrases.flatMap(([phrase, instead]) => {
      const [hit] = phrase.exec(text) ?? [];
      return hit === undefined ? [] : [`${at}: "${hit}", better: ${instead}`];
    }),
  );
}

describe('plain English', () => {
  it('has texts to check', () => {
    expect(strings.length).toBeGreaterThan(1000);
    expect(comments.length).toBeGreaterThan(3000);
    expect(pages.length).toBeGreaterThan(3000);
    expect(userVisible.length).toBeGreaterThan(50);
  });

  it('in strings', () => {
    expect(found(strings, userVisible)).toEqual([]);
  });

  it('in pages and reports', () => {
    expect(found(pages, userVisible)).toEqual([]);
  });

  it('in comments', () => {
    expect(found(comments, everywhere)).toEqual([]);
  });
});
