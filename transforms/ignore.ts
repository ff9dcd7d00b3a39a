/** Patterns of ignored files: updates their folders, and keeps what was ignored by default if asked to. */

import { baseName } from '../src/base/paths.ts';
import type { Catalogue } from '../src/catalogue/index.ts';
import type { ConfigDocument } from '../src/config/document.ts';
import { hasNewDefaults } from '../src/layout/layout.ts';
import type { Finding, TransformContext } from '../src/plan/definition.ts';
import { followPaths } from '../src/plan/rebasing.ts';
import { keepsDefault } from '../src/plan/selection.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import { entriesBelow } from '../src/tree/tree.ts';

const rebaseGlobs = followPaths(['ignore']);

/** The patterns that only Variant B ignores by default. */
function formerDefaults({ path, findOption }: Catalogue): string[] {
  return [findOption(path.ignore)?.former ?? []].flat().map(String);
}

export default defineOptionTransform({
  id: 'ignore',
  summary: 'Updates ignore patterns, and adds the old defaults with `--keep-defaults`.',
  options: ['ignore'],
  followsMoves: true,
  run(config, context) {
    const rebased = rebaseGlobs(config, context);
    if (hasNewDefaults(context.decision)) return rebased;
    const isKept = keepsDefault(context.keepDefaults, config.catalogue.path.ignore);
    return [...rebased, ...(isKept ? keepDefaults(config) : formerlyIgnored(config, context))];
  },
});

/** Reports folders of the project that Variant B ignores by default and Variant A reads. */
function formerlyIgnored(config: ConfigDocument, { evidence }: TransformContext): Finding[] {
  const { path, names } = config.catalogue;
  const former = formerDefaults(config.catalogue);
  const isFormer = (folder: string) =>
    !folder.includes('node_modules/') &&
    former.some((pattern) => pattern === `/${folder}` || pattern === `**/${baseName(folder)}`);
  const entries = evidence ? [...entriesBelow(evidence, '')] : [];
  const folders = entries
    .flatMap(([path, kind]) => (kind === 'folder' ? path : []))
    .filter(isFormer);
  if (folders.length === 0) return [];
  const message = `${folders.map((folder) => `\`${folder}\``).join(', ')}: no longer ignored by default in ${names.variants.a}. Add what should stay ignored to \`${path.ignore}\`, or run with \`--keep-defaults\`.`;
  return [{ option: path.ignore, at: config.at, followUps: [{ code: 'ignored-paths', message }] }];
}

function keepDefaults(config: ConfigDocument): Finding[] {
  const [main] = config.scopes;
  const { path, names } = config.catalogue;
  const option = path.ignore;
  const lookup = config.lookup(option);
  const writtenItems = (config.scopes[0].entries(option)?.list ?? []).map((entry) => entry.lookup);
  const wanted = formerDefaults(config.catalogue).filter(
    (pattern) => !writtenItems.some((item) => item.kind === 'static' && item.value === pattern),
  );
  if (wanted.length === 0) return [];
  const at = lookup.kind === 'absent' ? config.at : lookup.at;
  const what = `The old default patterns of ${names.variants.b}`;
  const change = lookup.kind === 'absent' ? main.set(option, wanted) : main.append(option, wanted);
  return [{ option, at, changes: [change], message: { what, done: `added to \`${option}\`` } }];
}
