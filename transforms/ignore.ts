import { findOption } from '../src/catalogue/index.ts';
import type { ConfigDocument } from '../src/config/document.ts';
import { followPaths } from '../src/plan/rebasing.ts';
import { defineOptionTransform, type Finding, type TransformContext } from '../src/plan/transform.ts';
import { hasNewDefaults } from '../src/project/layout.ts';

const rebaseGlobs = followPaths(['ignore']);

/** What only Variant B ignores by default. */
const formerDefaults = [findOption('ignore')?.former ?? []].flat().map(String);

export default defineOptionTransform({
  id: 'ignore',
  summary: 'Lets own ignore patterns follow their files, and keeps the former defaults on request.',
  options: ['ignore'],
  followsMoves: true,
  run(config, context) {
    const rebased = rebaseGlobs(config, context);
    if (hasNewDefaults(context.decision)) return rebased;
    return [...rebased, ...(context.keepDefaults ? keepDefaults(config) : formerlyIgnored(config, context))];
  },
});

/** Folders of the project that Variant A reads, and Variant B did not. */
function formerlyIgnored(config: ConfigDocument, { evidence }: TransformContext): Finding[] {
  const found = evidence ? [...evidence.folders()].filter(isFormerDefault) : [];
  if (found.length === 0) return [];
  const message = `${found.map((folder) => `\`${folder}\``).join(', ')}: ignored by default in Variant B alone. Add to \`ignore\` what should stay so, or run with \`--keep-defaults\`.`;
  return [{ option: 'ignore', at: config.at, followUps: [{ code: 'ignored-paths', message }] }];
}

function isFormerDefault(folder: string): boolean {
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  if (folder.includes('node_modules/')) return false;
  return formerDefaults.some((pattern) => pattern === `/${folder}` || pattern === `**/${name}`);
}

function keepDefaults(config: ConfigDocument): Finding[] {
  const [main] = config.scopes;
  const lookup = config.lookup('ignore');
  const own = (config.scopes[0].entries('ignore')?.list ?? []).map((entry) => entry.lookup);
  const wanted = formerDefaults.filter(
    (pattern) => !own.some((item) => item.kind === 'static' && item.value === pattern),
  );
  if (wanted.length === 0) return [];
  const at = lookup.kind === 'absent' ? config.at : lookup.at;
  const message = 'the patterns that only Variant B ignored by default are added to `ignore`';
  const change = lookup.kind === 'absent' ? main.set('ignore', wanted) : main.append('ignore', wanted);
  return [{ option: 'ignore', at, changes: [change], message }];
}
