import type { JsonSchema } from '../../src/catalogue/shape.ts';
import { openItemsShape } from '../../src/report/open-items.ts';
import { namedShapes, reportShape, schemaVersion } from '../../src/report/report.ts';
import { publishedSchema } from './published-schema.ts';

const { path, line, column, count } = namedShapes;

/** `schema/report.schema.json`: the JSON Schema of a report. */
export function reportSchema(): JsonSchema {
  return publishedSchema({
    head: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `urn:fw-migrate:report:${schemaVersion}`,
      title: 'Report of a fw-migrate run',
    },
    shape: reportShape,
    named: namedShapes,
  });
}

/** `schema/next.schema.json`: the JSON Schema of the list that `next --json` prints. */
export function openItemsSchema(): JsonSchema {
  return publishedSchema({
    head: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'urn:fw-migrate:next:1',
      title: 'Open follow-ups of a fw-migrate run',
    },
    shape: openItemsShape,
    named: { path, line, column, count },
  });
}
