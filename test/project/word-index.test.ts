import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWordIndex } from '../../src/project/word-index.ts';

function mentioning(texts: Readonly<Record<string, string>>, word: string): readonly string[] {
  return createWordIndex(Object.keys(texts), (name) => texts[name]).mentioning(word);
}

describe('texts that mention a word', () => {
  it('has it as a name, a property, in a path and in a tag', () => {
    const texts = {
      call: 'const { data } = useUser()',
      property: 'api.useUser',
      path: "import x from '~/composables/useUser'",
      tag: '<useUser />',
      other: 'const user = useUsers()',
    };
    expect(mentioning(texts, 'useUser')).toEqual(['call', 'property', 'path', 'tag']);
  });

  it.each([
    ['UserCard', '<LazyUserCard />'],
    ['Button', '<UIButton />'],
    ['AButton', '<XAButton />'],
    ['user-card', '<lazy-user-card />'],
    ['API', "fetch(myAPI, 'x')"],
    ['URLParser', 'new LazyURLParser'],
    ['$user', 'x.$user'],
    ['größe', 'const größe = 1'],
    ['use2D', 'use2D()'],
    ['x', 'x'],
  ])('finds %s in `%s`', (word, text) => {
    expect(mentioning({ text, none: 'nothing here' }, word)).toEqual(['text']);
  });

  it('finds nothing in a file that cannot be read', () => {
    expect(createWordIndex(['gone'], () => undefined).mentioning('word')).toEqual([]);
  });

  it('finds every name, whatever is around it', () => {
    const name = fc.stringMatching(/^[a-zA-Z_$][\w$]{0,8}$/);
    const around = fc.stringMatching(/^[ .,;:'"`(){}<>/\-\n]{1,3}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(around, name), { minLength: 1, maxLength: 12 }), (list) => {
        const text = `${list.map(([gap, one]) => gap + one).join('')} `;
        const index = createWordIndex(['text'], () => text);
        for (const [, one] of list) expect(index.mentioning(one)).toEqual(['text']);
      }),
    );
  });
});
