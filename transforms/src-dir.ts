import { names } from '../src/catalogue/names.ts';
import { defineOptionTransform, type Finding } from '../src/plan/transform.ts';

export default defineOptionTransform({
  id: 'src-dir',
  summary: 'Keeps `srcDir` where it is the author’s choice, and removes or writes it as the layout asks.',
  options: ['srcDir', 'rootDir'],
  followsMoves: true,
  run(config, { decision, paths }) {
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
      const written = config.scopes.filter((scope) => scope.lookup('srcDir').kind !== 'absent');
      const said = paths?.layers?.get('srcDir');
      const isReplaced =
        said !== undefined && said.text !== names.sourceDirA && (said.isNew || written.length > 0);
      if (isReplaced) {
        const message = '`srcDir` is written: what a layer says about its own sources would count here';
        for (const scope of written.length > 0 ? written : [main])
          findings.push({
            option: 'srcDir',
            at: config.at,
            changes: [scope.set('srcDir', names.sourceDirA)],
            message,
          });
        return findings;
      }
      for (const scope of written) {
        const lookup = scope.lookup('srcDir');
        if (lookup.kind === 'absent') continue;
        const message = '`srcDir` is removed: `app/` is the default';
        findings.push({ option: 'srcDir', at: lookup.at, changes: [scope.remove('srcDir')], message });
      }
    }
    return findings;
  },
});
