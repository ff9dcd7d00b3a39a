import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import {
  changedFile,
  exampleReport,
  fixtureReports,
  followUp,
  project,
  report,
} from './support/reports.ts';

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly $defs?: { readonly [name: string]: Schema };
}

const file = fileURLToPath(new URL('../../schema/report.schema.json', import.meta.url));
const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema & { readonly $id: string };
const validate = new Ajv2020({ allErrors: true, strict: true, strictTypes: false }).compile(schema);

function problemsOf(value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('the schema of a report', () => {
  let reports: readonly Report[];

  beforeAll(async () => {
    reports = await fixtureReports();
  });

  it('has a name that belongs to no host', () => {
    expect(schema.$id).toMatch(/^urn:fw-migrate:/);
  });

  it('takes the reports of fixtures', () => {
    expect(reports.length).toBeGreaterThan(100);
    for (const one of reports) expect(problemsOf(one)).toEqual([]);
  });

  it('takes what no fixture has', () => {
    const after = { file: 'app/x.ts', line: 1, column: 2, text: '' };
    const place = { file: 'x.ts', line: 1, column: 2, text: '', after };
    const unset = { kind: 'unset' } as const;
    const full = report({
      shard: { index: 2, count: 3 },
      projects: [
        project({
          files: [{ ...changedFile('app/x.ts', 1), from: 'x.ts' }],
          followUps: [
            followUp({ ...place, option: 'css', docs: 'x', status: 'done', evidence: [place] }),
          ],
          options: [
            {
              option: 'css',
              before: { kind: 'value', value: [{ a: [null, 1.5, true] }], from: 'default' },
              after: { kind: 'unknown', why: 'a call', from: 'fw.config.ts:1:1' },
              change: 'unknown',
            },
            {
              option: 'ssr',
              before: { kind: 'unknown', why: 'x' },
              after: unset,
              change: 'changed',
            },
          ],
        }),
      ],
    });
    expect(full.summary.done).toBe(1);
    expect(problemsOf(full)).toEqual([]);
  });
});

describe('what is not a report', () => {
  it('is refused wherever a field is missing, of another kind, or too much', async () => {
    const good = structuredClone(await exampleReport());
    expect(problemsOf(good)).toEqual([]);
    const tried = { missing: 0, other: 0, extra: 0 };
    for (const { holder, required } of objectsIn(good, schema)) {
      const fields = holder as { [name: string]: unknown };
      for (const name of Object.keys(fields)) {
        const value = fields[name];
        fields[name] = { surprise: true };
        expect(problemsOf(good), `${name} of another kind`).not.toEqual([]);
        tried.other += 1;
        delete fields[name];
        if (required.includes(name)) {
          expect(problemsOf(good), `${name} is missing`).not.toEqual([]);
          tried.missing += 1;
        }
        fields[name] = value;
      }
      fields.surprise = true;
      expect(problemsOf(good), 'one too much').not.toEqual([]);
      delete fields.surprise;
      tried.extra += 1;
    }
    expect(problemsOf(good)).toEqual([]);
    expect(Math.min(...Object.values(tried))).toBeGreaterThan(30);
  });

  it.each(['/etc/passwd', '../x', 'a/../../x', 'a/..', '..', 'C:/x', '..\\x'])(
    'has no path %s',
    (path) => {
      const one = (parts: object) =>
        report({ projects: [project({ files: [{ ...changedFile('x', 1), ...parts }] })] });
      expect(problemsOf(one({}))).toEqual([]);
      expect(problemsOf(one({ path }))).not.toEqual([]);
      expect(problemsOf(one({ from: path }))).not.toEqual([]);
      expect(
        problemsOf(report({ elsewhere: { files: [], followUps: [followUp({ file: path })] } })),
      ).not.toEqual([]);
    },
  );
});

/** Every object in a value, with the fields that its schema wants. */
function objectsIn(value: unknown, at: Schema): { holder: object; required: readonly string[] }[] {
  const { items, properties, required = [] } = resolved(at);
  if (Array.isArray(value)) return value.flatMap((item) => objectsIn(item, items ?? {}));
  if (typeof value !== 'object' || value === null || !properties) return [];
  const inner = Object.entries(value).flatMap(([name, field]) =>
    objectsIn(field, properties[name] ?? {}),
  );
  return [{ holder: value, required }, ...inner];
}

function resolved(at: Schema): Schema {
  return at.$ref ? resolved(schema.$defs?.[at.$ref.replace('#/$defs/', '')] ?? {}) : at;
}

describe('schema and types', () => {
  it('say the same', () => {
    const source = fileURLToPath(new URL('../../src/report/report.ts', import.meta.url));
    const options = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
    };
    const program = ts.createProgram([source], {
      ...options,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      allowImportingTsExtensions: true,
      // Reading the types of a browser and of all packages would take most of the time.
      ...{ lib: ['lib.es2023.d.ts'], types: [] },
    });
    const checker = program.getTypeChecker();
    const module = program.getSourceFile(source);
    const symbol = module && checker.getSymbolAtLocation(module);
    const exported =
      symbol && checker.getExportsOfModule(symbol).find(({ name }) => name === 'Report');
    if (!exported) throw new Error('There is no type of a report');
    expect(
      differences(checker.getDeclaredTypeOfSymbol(exported), schema, checker, 'report'),
    ).toEqual([]);
  });

  it('describes every field', () => {
    const fields = (at: Schema): [string, Schema][] => [
      ...Object.entries(at.properties ?? {}),
      ...[
        ...Object.values(at.properties ?? {}),
        ...Object.values(at.$defs ?? {}),
        ...(at.oneOf ?? []),
      ].flatMap(fields),
    ];
    const silent = fields(schema).filter(([, at]) => !at.description && !resolved(at).description);
    expect(silent).toEqual([]);
  });
});

/** Where a type and a schema do not say the same. */
function differences(type: ts.Type, at: Schema, checker: ts.TypeChecker, path: string): string[] {
  const { properties, required = [], items, oneOf, ...rest } = resolved(at);
  const same = (isSame: boolean, what: string) => (isSame ? [] : [`${path}: ${what}`]);
  // Any JSON: the type ends here, and so does the schema.
  if (type.aliasSymbol?.name === 'Json') return same(at.$ref === '#/$defs/json', 'any JSON');
  if (checker.isArrayType(type)) {
    const [inner] = checker.getTypeArguments(type as ts.TypeReference);
    if (!inner || !items) return same(false, 'is a list');
    return [
      ...same(rest.type === 'array', 'a list'),
      ...differences(inner, items, checker, `${path}[]`),
    ];
  }
  if (type.isUnion() && type.types.every((one) => one.flags & ts.TypeFlags.Object)) {
    const parts = type.types.map((one, index) =>
      differences(one, oneOf?.[index] ?? {}, checker, `${path}|${index}`),
    );
    return [...same(oneOf?.length === type.types.length, 'kinds'), ...parts.flat()];
  }
  const anyKey = checker.getIndexInfoOfType(type, ts.IndexKind.String);
  if (anyKey && typeof rest.additionalProperties === 'object')
    return differences(anyKey.type, rest.additionalProperties, checker, `${path}.*`);
  if (type.flags & ts.TypeFlags.Object) {
    const fields = type.getProperties();
    const optional = fields
      .filter((field) => field.flags & ts.SymbolFlags.Optional)
      .map(({ name }) => name);
    const names = fields.map(({ name }) => name).toSorted();
    const wanted = names.filter((name) => !optional.includes(name));
    return [
      ...same(rest.additionalProperties === false, 'is closed'),
      ...same(String(Object.keys(properties ?? {}).toSorted()) === String(names), `has ${names}`),
      ...same(String(required.toSorted()) === String(wanted), `needs ${wanted}`),
      ...fields.flatMap((field) => {
        const found = checker.getTypeOfSymbol(field);
        const inner = optional.includes(field.name) ? checker.getNonNullableType(found) : found;
        return differences(inner, properties?.[field.name] ?? {}, checker, `${path}.${field.name}`);
      }),
    ];
  }
  if (type.flags & ts.TypeFlags.Boolean) return same(rest.type === 'boolean', 'true or false');
  if (type.flags & ts.TypeFlags.String) return same(rest.type === 'string', 'a text');
  if (type.flags & ts.TypeFlags.Number) return same(rest.type === 'integer', 'a number');
  const literals = (type.isUnion() ? type.types : [type]).map((one) =>
    one.isLiteral() ? one.value : undefined,
  );
  const values = rest.enum ?? [rest.const];
  return same(String(values.toSorted()) === String(literals.toSorted()), `is one of ${literals}`);
}
