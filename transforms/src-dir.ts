import { names } from '../src/catalogue/names.ts';
import type { ConfigDocument, ConfigScope } from '../src/config/document.ts';
import { defineOptionTransform, type Finding } from '../src/plan/transform.ts';
import { isUnset } from '../src/project/bases.ts';

export default defineOptionTransform({
  id: 'src-dir',
  summary: 'Keeps `srcDir` where it is the author’s choice, and removes or writes it as the layout asks.',
  options: ['srcDir', 'rootDir'],
  followsMoves: true,
  run(config, { decision, paths, layers }) {
    if (decision.kind === 'migrated') {
      const said = layers?.get('srcDir');
      const isFree = said?.isNew && isUnset(config.lookup('srcDir'));
      return isFree && said.text !== names.sourceDirA ? [pinned(config, config.scopes[0])] : [];
    }
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
        const scopes = written.length > 0 ? written : [main];
        return [...findings, ...scopes.map((scope) => pinned(config, scope))];
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

function pinned(config: ConfigDocument, scope: ConfigScope): Finding {
  const message = '`srcDir` is written: what a layer says about its own sources would count here';
  return { option: 'srcDir', at: config.at, changes: [scope.set('srcDir', names.sourceDirA)], message };
}
