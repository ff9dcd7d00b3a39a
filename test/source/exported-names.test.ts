import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The public API has functions of other modules under their names, and checks their arguments. */
const modules = ['src', 'transforms']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => file.endsWith('.ts') && file !== join('src', 'api.ts'));

const declaration =
  /^export (?:async )?(?:function\*?|const|class|interface|type) ([A-Za-z_$][\w$]*)/gm;

it('a name that modules export has one meaning', () => {
  const places = new Map<string, string[]>();
  for (const file of modules)
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(declaration))
      places.set(name, [...(places.get(name) ?? []), file]);
  expect(places.size).toBeGreaterThan(500);
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
});
