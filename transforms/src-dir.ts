import { defineOptionTransform, type Finding } from '../src/plan/transform.ts';

export default defineOptionTransform({
  id: 'src-dir',
  summary: 'Keeps `srcDir` where it is the author’s choice, and removes or writes it as the layout asks.',
  options: ['srcDir', 'rootDir'],
  followsMoves: true,
  run(config, { decision }) {
    if (decision.kind === 'migrated') return [];
    const findings: Finding[] = decision.notes.map(({ option, at, code, message }) => ({
      option,
      at,
      followUps: [{ code, message }],
    }));
    if (decision.kind === 'unknown') return findings;
    const { sourceOption } = decision.layout;
    const [main] = config.scopes;
    if (sourceOption === 'written') {
      const message = '`srcDir` is written, so that the sources stay where they are';
      findings.push({ option: 'srcDir', at: config.at, changes: [main.set('srcDir', '.')], message });
    }
    if (sourceOption === 'removed') {
      for (const scope of config.scopes) {
        const lookup = scope.lookup('srcDir');
        if (lookup.kind === 'absent') continue;
        const message = '`srcDir` is removed: `app/` is the default';
        findings.push({ option: 'srcDir', at: lookup.at, changes: [scope.remove('srcDir')], message });
      }
    }
    return findings;
  },
});
