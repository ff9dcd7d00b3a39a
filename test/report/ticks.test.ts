import { expect, it } from 'vitest';
import { markdownOf, withTicks } from '../../src/report/markdown.ts';
import { followUp, project, report } from './support/reports.ts';

const ids = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'];
const tasks = (chosen: readonly string[], message = '`css` is computed.') =>
  markdownOf(
    report({
      projects: [
        project({ followUps: chosen.map((id, line) => followUp({ id, message, line: line + 1 })) }),
      ],
    }),
  );
const ticksOf = (text: string) =>
  [...text.matchAll(/^- \[(.)\] .*fw-migrate:(\w+) -->$/gm)].map(
    ([, mark, id]) => `${mark} ${id?.[0]}`,
  );

it('keeps what was ticked, by id, wherever it stands now', () => {
  const before = tasks(ids)
    .replace(/- \[ \](?=.*:b{12} )/, '- [x]')
    .replace(/- \[ \](?=.*:c{12} )/, '- [X]');
  const now = tasks(
    ['bbbbbbbbbbbb', 'dddddddddddd', 'aaaaaaaaaaaa', 'cccccccccccc'],
    'Said otherwise.',
  );
  const text = withTicks(now, before);
  expect(ticksOf(text)).toEqual(['x b', '  d', '  a', 'x c']);
  expect(text.replaceAll('- [x]', '- [ ]')).toBe(now);
});

it('keeps them where a site has changed the ends of lines', () => {
  const before = tasks(ids).replaceAll('- [ ]', '- [x]').replaceAll('\n', '\r\n');
  expect(ticksOf(withTicks(tasks(ids), before))).toEqual(['x a', 'x b', 'x c']);
});

it('takes nothing else from an earlier comment', () => {
  const hostile = [
    '- [x] <!-- fw-migrate:$& --> ::error::',
    'text - [x] a <!-- fw-migrate:aaaaaaaaaaaa -->',
    '- [ ] a <!-- fw-migrate:aaaaaaaaaaaa -->',
    `- [x] ${'<!-- fw-migrate:'.repeat(20_000)}`,
  ].join('\n');
  expect(withTicks(tasks(ids), hostile)).toBe(tasks(ids));
  expect(withTicks(tasks(ids), '')).toBe(tasks(ids));
});

it('writes no mark for an id that would end the comment', () => {
  expect(tasks(['--> <img src=x>'])).not.toContain('fw-migrate:-->');
});
