import type { API, FileInfo } from 'jscodeshift';
import { describe, expect, it } from 'vitest';
import { Code, defineTransform, type UserTransform } from '../../src/index.ts';
import { migrateWith } from '../../src/plan/migrate.ts';
import { migrateInSteps } from '../../src/plan/steps.ts';

const filename = 'fw.config.ts';

function run(transform: Omit<UserTransform, 'id'>, text: string) {
  return migrateWith([defineTransform({ id: 'mine', ...transform })], text, { filename });
}

describe('declared transforms', () => {
  it('renames an option in its place', () => {
    const text = `export default {\n  app: { rootId: 'x', /* keep */ rootTag: 'main' },\n}\n`;
    expect(run({ rename: { 'app.rootId': 'rootName' } }, text).code).toBe(
      text.replace('rootId', 'rootName'),
    );
  });

  it('moves an option with its comments', () => {
    const text = `export default {\n  pwa: {\n    // the icon\n    icon: 'a.png',\n    name: 'b',\n  },\n}\n`;
    expect(run({ move: { 'pwa.icon': 'icons.pwa' } }, text).code).toBe(
      `export default {\n  pwa: {\n    name: 'b',\n  },\n  icons: {\n    // the icon\n    pwa: 'a.png',\n  },\n}\n`,
    );
  });

  it('removes an option, in override blocks too', () => {
    const text = `export default { a: 1, old: 2, $production: { old: 3, b: 4 } }\n`;
    expect(run({ remove: ['old'] }, text).code).toBe(
      `export default { a: 1, $production: { b: 4 } }\n`,
    );
  });

  it('maps a value that is known, and leaves one that is computed to a person', () => {
    const mapValue = { 'app.baseURL': (value: unknown) => `${value}/` };
    expect(run({ mapValue }, `export default { app: { baseURL: "/x" } }\n`).code).toBe(
      `export default { app: { baseURL: "/x/" } }\n`,
    );
    const dynamic = run({ mapValue }, `export default { app: { baseURL: base() } }\n`);
    expect(dynamic.code).toBe(`export default { app: { baseURL: base() } }\n`);
    expect(dynamic.followUps.map(({ code }) => code)).toEqual(['not-written']);
  });

  it('leaves a value alone when the mapping returns undefined', () => {
    const text = `export default { ssr: true }\n`;
    const migration = run({ mapValue: { ssr: () => undefined } }, text);
    expect(migration.code).toBe(text);
    expect(migration.changes).toEqual([]);
  });
});

describe('computed transforms', () => {
  it('sees look-ups and answers with changes and follow-ups of its own', () => {
    const migration = run(
      {
        run(config) {
          const [main] = config.scopes;
          const ssr = config.lookup('ssr');
          if (ssr.kind !== 'static') return [];
          return [
            {
              option: 'ssr',
              at: ssr.at,
              changes: [main.set('ssr', new Code('isServer()'))],
              message: 'ssr is asked',
              followUps: [{ code: 'ask-me', kind: 'verify', message: 'look' }],
            },
          ];
        },
      },
      `export default { ssr: true }\n`,
    );
    expect(migration.code).toBe(`export default { ssr: isServer() }\n`);
    expect(migration.followUps).toMatchObject([
      { code: 'ask-me', kind: 'verify', line: 1, column: 23, docs: '' },
    ]);
    expect(migration.changes).toMatchObject([{ transform: 'mine', option: 'ssr', kind: 'set' }]);
  });
});

describe('scripts', () => {
  const script = (
    action: (config: Parameters<NonNullable<UserTransform['script']>>[0]) => void,
  ) => ({
    script: action,
  });

  it('sets, adds, removes and renames losslessly', () => {
    const text = `// top\nexport default defineFwConfig({\n\tapp: { baseURL: "/" }, // base\n\told: 1,\n\n\t// css\n\tcss: [\n\t\t"a.css", // first\n\t],\n})\n`;
    const migration = run(
      script((config) => {
        config.app.baseURL = '/x/';
        config.app.head = { title: 'T', meta: [] };
        delete config.old;
        config.css.push('b.css');
        config.ssr = false;
      }),
      text,
    );
    expect(migration.code).toBe(
      `// top\nexport default defineFwConfig({\n\tapp: { baseURL: "/x/", head: { title: "T", meta: [] } }, // base\n\n\t// css\n\tcss: [\n\t\t"a.css", // first\n\t\t"b.css",\n\t],\n\tssr: false,\n})\n`,
    );
  });

  it('takes a value from one key to another for a move', () => {
    const text = `export default {\n  // about a\n  a: { deep: /* kept */ call() },\n  c: 1,\n}\n`;
    const migration = run(
      script((config) => {
        config.b = config.a;
        delete config.a;
      }),
      text,
    );
    expect(migration.code).toBe(
      `export default {\n  // about a\n  b: { deep: /* kept */ call() },\n  c: 1,\n}\n`,
    );
  });

  it('takes items out of a list and puts others in their place', () => {
    const text = `export default { css: ['a', 'b', /* c */ 'c'], modules: ['x', 'y'], watch: ['1', '2'] }\n`;
    const migration = run(
      script((config) => {
        config.css.splice(1, 1);
        config.modules[1] = 'z';
        config.watch.unshift('0');
      }),
      text,
    );
    expect(migration.code).toBe(
      `export default { css: ['a', /* c */ 'c'], modules: ['x', 'z'], watch: ['0', '1', '2'] }\n`,
    );
  });

  it('changes an item of a list that it shortens', () => {
    const text = `export default { plugins: ['a', { src: 'b', mode: 'all' }] }\n`;
    const migration = run(
      script((config) => {
        config.plugins.splice(0, 1);
        config.plugins[0].mode = 'client';
      }),
      text,
    );
    expect(migration.code).toBe(`export default { plugins: [{ src: 'b', mode: 'client' }] }\n`);
  });

  it('prints what is no plain value', () => {
    const migration = run(
      script((config) => {
        config.date = new Date(0);
        config.pattern = /a+/g;
      }),
      `export default { a: 1 }\n`,
    );
    expect(migration.code).toBe(
      `export default {\n  a: 1,\n  date: new Date('1970-01-01T00:00:00.000Z'),\n  pattern: /a+/g,\n}\n`,
    );
  });

  it('changes nothing when it only reads', () => {
    const text = `export default { app: { baseURL: '/' }, css: ['a'] }\n`;
    const migration = run(
      script((config) => {
        expect(config.app.baseURL).toBe('/');
        expect([...config.css]).toEqual(['a']);
      }),
      text,
    );
    expect(migration).toMatchObject({ code: text, changes: [], files: [] });
  });

  it('sorts lists that it assigns', () => {
    const sorted = run(
      script((config) => {
        config.css = [...config.css].sort();
      }),
      `export default {\n  css: ['b', 'a', 'c'],\n}\n`,
    );
    expect(sorted.code).toBe(`export default {\n  css: ['a', 'b', 'c'],\n}\n`);
  });

  it.each(['copyWithin', 'fill', 'reverse', 'sort'])(
    'refuses `%s`, which would see no items',
    (method) => {
      const called = () =>
        run(
          script((config) => {
            config.css[method]('x');
          }),
          `export default { css: ['a'] }\n`,
        );
      expect(called).toThrow(
        `a script cannot call \`${method}\` on a list: assign a new list instead`,
      );
    },
  );

  it('names the transform and the file when it throws', () => {
    const boom = () =>
      run(
        script((config) => {
          config.not.there = 1;
        }),
        `export default {}\n`,
      );
    expect(boom).toThrow(/The transform `mine` failed on fw\.config\.ts: /);
    const late = () => run({ script: (async () => {}) as () => void }, `export default {}\n`);
    expect(late).toThrow(/must not be asynchronous/);
  });
});

describe('two transforms that want different things', () => {
  it('are both named', () => {
    const a = defineTransform({ id: 'one', mapValue: { ssr: () => 1 } });
    const b = defineTransform({ id: 'two', mapValue: { ssr: () => 2 } });
    expect(() => migrateWith([a, b], `export default { ssr: true }\n`, { filename })).toThrow(
      /`one and two` failed on fw\.config\.ts/,
    );
  });
});

describe('steps', () => {
  const rename = defineTransform({ id: 'rename', rename: { a: 'b' } });

  it('run on what the one before left', () => {
    const after = defineTransform({ id: 'after', mapValue: { b: (value) => Number(value) + 1 } });
    const steps = [rename, after].map(
      (transform) => ({ kind: 'transforms', transforms: [transform] }) as const,
    );
    const migration = migrateInSteps(steps, `export default { a: 1 }\n`, { filename });
    expect(migration.code).toBe(`export default { b: 2 }\n`);
    const texts = { before: `export default { a: 1 }\n`, after: `export default { b: 2 }\n` };
    expect(migration.files).toEqual([{ path: filename, ...texts, by: ['rename', 'after'] }]);
  });

  it('run a jscodeshift codemod as it is', () => {
    const codemod = {
      id: 'shift',
      codemod: ((file, { jscodeshift: j }) =>
        j(file.source)
          .find(j.Identifier, { name: 'b' })
          .replaceWith(j.identifier('c'))
          .toSource()) satisfies import('jscodeshift').Transform,
    };
    const steps = [
      { kind: 'transforms', transforms: [rename] } as const,
      { kind: 'codemod', codemod } as const,
    ];
    const migration = migrateInSteps(steps, `export default { a: 1 } as const\n`, { filename });
    expect(migration.code).toBe(`export default { c: 1 } as const\n`);
    expect(migration.changes.map(({ kind }) => kind)).toEqual(['rename', 'rewrite']);
  });

  it('show what a codemod reports, also if it changes nothing', () => {
    const codemod = ({ source }: FileInfo, { report }: API) => {
      report('one route is left');
      report('see the changelog');
      report('one route is left');
      return source;
    };
    const steps = ['shift', 'other'].map(
      (id) => ({ kind: 'codemod', codemod: { id, codemod } }) as const,
    );
    const { files, followUps } = migrateInSteps(steps, `export default { a: 1 }\n`, { filename });
    expect(files).toEqual([]);
    const at = { file: filename, line: 1, column: 16 };
    const message = (id: string) =>
      `The codemod \`${id}\` reported: one route is left; see the changelog`;
    const shared = { kind: 'verify', option: '', ...at, docs: '', evidence: [] };
    expect(followUps).toEqual([
      { code: 'other-report', ...shared, message: message('other') },
      { code: 'shift-report', ...shared, message: message('shift') },
    ]);
  });

  it('refuse a codemod that leaves no config behind', () => {
    const codemod = { id: 'shift', codemod: () => 'export const nothing = 1' };
    expect(() =>
      migrateInSteps([{ kind: 'codemod', codemod }], `export default {}\n`, { filename }),
    ).toThrow(/`shift` failed on fw\.config\.ts/);
  });
});
