import { describe, expect, it } from 'vitest';
import { createCatalogue } from '../../src/catalogue/index.ts';
import { createColors } from '../../src/report/colors.ts';
import { explainText, listText } from '../../src/report/explain-text.ts';
import { transforms } from '../../transforms/index.ts';
import { oldNamesIn, otherLengths, sameLength } from './support/renamed.ts';

/** Transforms are called the same in all editions. */
const ids = transforms.map(({ id }) => id);
const colors = createColors(false);

describe.each([sameLength, otherLengths])('a catalogue with other names', ({ edition }) => {
  const catalogue = createCatalogue(edition);
  const { options, behaviours, names, facts, folders, followUpCodes } = catalogue;

  it('has no name of the default edition', () => {
    const tables = {
      options: [...options],
      behaviours: [...behaviours],
      names: Object.values(names),
      facts,
      folders,
    };
    expect(
      oldNamesIn(JSON.stringify(tables, (_, value) => (value instanceof Map ? [...value] : value))),
    ).toEqual([]);
  });

  it.each(followUpCodes)('explains %s with its own names', (code) => {
    expect(oldNamesIn(explainText(code, transforms, catalogue, colors) ?? 'fw')).toEqual([]);
  });

  it('explains every option with its own names', () => {
    const texts = [...options.keys()].map(
      (path) => explainText(path, transforms, catalogue, colors) ?? 'fw',
    );
    expect(texts.flatMap(oldNamesIn).filter((name) => !ids.includes(name))).toEqual([]);
  });

  it('lists the transforms with its own names', () => {
    const text = listText(transforms, catalogue, { colors, width: 100 });
    expect(oldNamesIn(text).filter((name) => !ids.includes(name))).toEqual([]);
  });
});
