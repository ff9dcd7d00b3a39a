import { editionShape } from '../../src/catalogue/edition.ts';
import { type JsonSchema, json } from '../../src/catalogue/shape.ts';
import { block, code, generatedPage, type Page, table } from './page.ts';
import { publishedSchema } from './published-schema.ts';

/** `schema/edition.schema.json`: the JSON Schema of an edition. */
export function editionSchema(): JsonSchema {
  return publishedSchema({
    head: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'urn:fw-migrate:edition:1',
      title: 'Edition of the framework, for fw-migrate',
    },
    shape: editionShape,
    named: { json },
  });
}

/** `docs/editions.md`: how to write an edition, and every field of it, from the shape that checks it. */
export function editionsPage(): Page {
  return generatedPage('docs/editions.md', [
    '# Editions',
    introduction,
    start,
    block('sh', commands),
    block('json', example),
    trust,
    rules,
    modules,
    block('json', moduleExample),
    limits,
    '## Fields',
    ...sectionsOf('', editionSchema() as Schema),
  ]);
}

const introduction = `The framework is also distributed by others, under other names and with a few differences. An edition describes these differences as data. With it, fw-migrate migrates those projects too, and uses their names in reports, \`explain\`, \`effective\` and messages. Follow-up codes, transform ids and report formats stay the same.

An edition for Nuxt is built in: \`nuxt\`. A folder with a \`nuxt.config\` and no \`fw.config\` is a project of this edition; see [Nuxt](nuxt.md). If a folder contains projects of both, each run migrates those of one edition, and \`--edition nuxt\` or \`--edition fw\` selects it.

For a complete example, see [examples/edition](https://github.com/fw-migrate/fw-migrate/blob/main/examples/edition): an edition and a project that needs it.`;

const modules = `## In a module

A module can say itself what changes in its new major version, in a file \`fw-migrate.json\` in the root of its package: options that end or move, the folders that it reads, and its first version for the newer variant. It is a part of an edition, so the schema is the same:`;

const moduleExample = `{
  "$schema": "https://unpkg.com/fw-migrate/schema/edition.schema.json",
  "facts": {
    "modules": { "@acme/feed": { "folders": ["feeds"] } },
    "moduleVersions": { "date": "2026-10-01", "since": { "@acme/feed": "2.0.0" } }
  },
  "options": {
    "acmeFeed.polling": { "types": ["boolean"], "fate": "removed" },
    "acmeFeed.limit": { "types": ["number"], "movedTo": "acmeFeed.most" },
    "acmeFeed.most": { "types": ["number"] }
  }
}`;

const limits = `It is read, and never run, if a config names the module, a package.json lists it, and it is installed; a module in the repository counts too. It can only describe the module: other packages, and options of the framework, are refused. What it says wins over the edition, and the report names the modules that stated something. A file that is wrong stops nothing: a follow-up says why it was not used. Put it into the last release before the new major version, which is the one that is installed when people migrate.`;

const start = `## Create an edition

\`edition init\` creates a commented template. Edit what is different and remove the rest; \`edition check\` shows what the edition changes, what is missing and what is wrong. Most editions start with the name of the package: other names are derived from it.`;

const commands = `fw-migrate edition init acme.edition.ts
fw-migrate edition check acme.edition.ts
fw-migrate v4 --dry-run --edition acme.edition.ts`;

const example = `{
  "$schema": "./node_modules/fw-migrate/schema/edition.schema.json",
  "names": {
    "package": "acme",
    "variants": { "b": "Acme 3", "a": "Acme 4" },
    "keys": { "serverEngine": "acmeServer", "bundler1": "packer" }
  },
  "facts": {
    "folders": { "pages": { "readFrom": { "a": "source" } } },
    "modules": { "@acme/store": { "folders": ["stores"] } }
  },
  "options": {
    "acmeCloud": { "types": ["object"], "keys": "any", "summary": "Options of the Acme cloud." },
    "acmeTelemetry": { "types": ["boolean"], "movedTo": "telemetry" }
  }
}`;

const trust = `An edition is a JSON, TypeScript or JavaScript file, or a package whose main module exports one. TypeScript and JavaScript editions are executed. From the [settings](settings.md) of a repository, only a JSON edition is loaded without your permission. A JSON edition only extends JSON files in its repository, unless you add \`--trust-config\`.

In TypeScript, \`defineEdition\` from \`fw-migrate\` provides the types:`;

const rules = `${block(
  'ts',
  `import { defineEdition } from 'fw-migrate';

export default defineEdition({
  extends: './acme-base.json',
  names: { package: 'acme' },
});`,
)}

- \`extends\` is the edition that this one extends. Objects are merged key by key, everything else is replaced.
- \`null\` removes something: an option, an alias, a folder.
- Keys of \`names.keys\` and \`facts.folders\` are those of the default edition; paths in \`options\` use the names of this edition.
- \`~\`, \`@\`, \`~~\` and \`@@\` mean the same in all editions.`;

/** A schema as far as this page reads it. */
interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** A table of the fields of an object, then of each object in it. */
function sectionsOf(path: string, schema: Schema): string[] {
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => name !== '$schema');
  const rows = fields.map(([name, field]) => [
    code(path === '' ? name : `${path}.${name}`) +
      (schema.required?.includes(name) ? ' (required)' : ''),
    typeOf(field),
    field.description ?? '',
  ]);
  const inner = fields.flatMap(([name, field]) => {
    const own = path === '' ? name : `${path}.${name}`;
    const values = valuesOf(field);
    const target = values ?? field;
    // Objects of two or three plain fields are told by their row.
    const isSmall = Object.keys(target.properties ?? {}).length <= 3 && path !== '';
    if (!target.properties || isSmall) return [];
    return sectionsOf(values ? `${own}.*` : own, target);
  });
  const heading = path === '' ? [] : [`### ${code(path)}`];
  return [...heading, table(['Field', 'Value', 'Description'], rows), ...inner];
}

/** The values of an object whose keys are free. */
function valuesOf({ additionalProperties }: Schema): Schema | undefined {
  if (typeof additionalProperties !== 'object') return undefined;
  return additionalProperties.anyOf?.[0] ?? additionalProperties;
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return 'any JSON';
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(', ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.type === 'array') return `list of ${plural(schema.items ?? {})}`;
  const values = valuesOf(schema);
  if (values) return `object of ${plural(values)}`;
  if (schema.properties) return `object: ${Object.keys(schema.properties).map(code).join(', ')}`;
  return String(schema.type ?? 'any');
}

function plural(schema: Schema): string {
  if (schema.enum || schema.properties || schema.type === 'array' || valuesOf(schema))
    return typeOf(schema);
  return schema.$ref === undefined ? `${schema.type ?? 'value'}s` : 'any JSON';
}
