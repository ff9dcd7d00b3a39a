import type { JsonSchema } from '../../src/catalogue/shape.ts';
import { namedShapes, reportShape, schemaVersion } from '../../src/report/report.ts';
import { publishedSchema } from './published-schema.ts';

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
