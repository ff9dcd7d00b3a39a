import type { ConfigDocument } from '../src/config/document.ts';
import { rebasing } from '../src/plan/rebasing.ts';
import { defineOptionTransform, type Finding } from '../src/plan/transform.ts';
import { rules } from '../src/project/paths.ts';

const rebaseGlobs = rebasing(['ignore[]'], rules.ignore);

/** What only Variant B ignores by default. */
const formerDefaults = ['**/.direnv', '/vendor', '**/node-compile-cache', '**/test-results'];

export default defineOptionTransform({
  id: 'ignore',
  summary: 'Lets own ignore patterns follow their files, and keeps the former defaults on request.',
  options: ['ignore'],
  run(config, context) {
    const kept = context.keepDefaults && context.decision.kind !== 'migrated' ? keepDefaults(config) : [];
    return [...rebaseGlobs(config, context), ...kept];
  },
});

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
