import type { ConfigDocument, ConfigScope } from '../src/config/document.ts';
import type { Finding } from '../src/plan/definition.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import { isUnset } from '../src/project/bases.ts';

export default defineOptionTransform({
  id: 'src-dir',
  summary: 'Keeps, adds or removes `srcDir`, depending on the layout.',
  options: ['srcDir', 'rootDir'],
  followsMoves: true,
  run(config, { decision, paths, layers }) {
    const { path, facts } = config.catalogue;
    const option = path.srcDir;
    const findings: Finding[] = decision.notes.map(({ option: about, at, ...note }) => ({
      option: about,
      at,
      followUps: [note],
    }));
    if (decision.kind === 'migrated') {
      const fromLayer = layers?.get(option);
      const isFree = fromLayer?.isNew && isUnset(config.lookup(option));
      if (isFree && fromLayer.text !== facts.sourceDirA) findings.push(pinned(config, config.scopes[0]));
      return findings;
    }
    if (decision.kind === 'unknown') return findings;
    const { sourceOption } = decision.layout;
    const [main] = config.scopes;
    if (sourceOption === 'written') {
      const message = { what: `\`${option}\``, done: 'added, so that the sources stay where they are' };
      findings.push({ option, at: config.at, changes: [main.set(option, '.')], message });
    }
    if (sourceOption === 'removed') {
      const written = config.scopes.filter((scope) => scope.lookup(option).kind !== 'absent');
      const fromLayer = paths?.layers?.get(option);
      const isReplaced =
        fromLayer !== undefined &&
        fromLayer.text !== facts.sourceDirA &&
        (fromLayer.isNew || written.length > 0);
      if (isReplaced) {
        const scopes = written.length > 0 ? written : [main];
        return [...findings, ...scopes.map((scope) => pinned(config, scope))];
      }
      for (const scope of written) {
        const lookup = scope.lookup(option);
        if (lookup.kind === 'absent') continue;
        const message = { what: `\`${option}\``, done: `removed: \`${facts.sourceDirA}/\` is the default` };
        findings.push({ option, at: lookup.at, changes: [scope.remove(option)], message });
      }
    }
    return findings;
  },
});

function pinned(config: ConfigDocument, scope: ConfigScope): Finding {
  const { path, facts } = config.catalogue;
  const option = path.srcDir;
  const message = { what: `\`${option}\``, done: 'added: otherwise the value of a layer would apply here' };
  return { option, at: config.at, changes: [scope.set(option, facts.sourceDirA)], message };
}
