import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { fwFollowUps } from '../../src/catalogue/follow-ups.ts';
import { openItem, openItems, openItemsShape } from '../../src/report/open-items.ts';
import { catalogueOf, openFollowUps } from '../../src/report/summary.ts';
import { fixtureReports, followUp, project, report } from './support/reports.ts';

const file = fileURLToPath(new URL('../../schema/next.schema.json', import.meta.url));
const schema = JSON.parse(readFileSync(file, 'utf8'));
const validate = new Ajv2020({ allErrors: true, strict: true, strictTypes: false }).compile(schema);

function problemsOf(value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const run = { what: 'Moves it.', command: 'fw-migrate v4 --move a' };

describe('the list of open follow-ups', () => {
  it('has its published form for the follow-ups of all fixtures', async () => {
    let count = 0;
    for (const one of await fixtureReports()) {
      const items = openFollowUps(one).map((item) => openItem(item, one, catalogueOf(one), run));
      const list = openItems(one, items);
      count += items.length;
      expect(problemsOf(list)).toEqual([]);
      openItemsShape(list, 'list');
    }
    expect(count).toBeGreaterThan(100);
  });

  it('is refused with a field too many or too few', () => {
    const [first] = openFollowUps(report({ projects: [project({ followUps: [followUp({})] })] }));
    const item = first && openItem(first, report({}), catalogueOf({}), undefined);
    const list = { schemaVersion: 1, open: 1, items: [item] };
    expect(problemsOf(list)).toEqual([]);
    expect(problemsOf({ ...list, more: 1 })).not.toEqual([]);
    expect(problemsOf({ ...list, items: [{ ...item, answers: [{ kind: 'run' }] }] })).not.toEqual(
      [],
    );
    expect(problemsOf({ schemaVersion: 1, items: [] })).not.toEqual([]);
  });

  it.each([
    ['a\nb\nc\n', 'a\nB\nc\n', { start: [2, 1], end: [2, 2], text: 'B' }],
    ['a\nb\n', 'a\nx\nb\n', { start: [2, 1], end: [2, 2], text: 'x\nb' }],
    ['{}', '{ "a": 1 }', { start: [1, 1], end: [1, 3], text: '{ "a": 1 }' }],
    ['a\r\nb\r\n', 'a\r\nbc\r\n', { start: [2, 1], end: [2, 3], text: 'bc\r' }],
    ['a\na\n', 'a\na\na\n', { start: [3, 1], end: [3, 1], text: 'a\n' }],
  ])('has an edit as whole lines: %j to %j', (before, after, { start, end, text }) => {
    const edit = { file: 'x.ts', before, after };
    const { answers } = openItem(followUp({}), report({}), catalogueOf({}), { ...run, edit });
    const at = ([line, column]: readonly number[]) => ({ line, column });
    expect(answers[0]).toEqual({
      kind: 'edit',
      ...run,
      file: 'x.ts',
      start: at(start),
      end: at(end),
      text,
    });
  });

  it.each(Object.entries(fwFollowUps))('%s has a way to answer it', (_, { change, fix, fine }) => {
    expect(change ?? fix).toBeDefined();
    for (const sentence of [change, fine]) if (sentence) expect(sentence).toMatch(/^[`A-Z].*\.$/);
  });
});
