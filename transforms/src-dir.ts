/** The source directory: adds, keeps or removes `srcDir` as the layout requires. */

import type { Finding } from '../src/plan/definition.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

export default defineOptionTransform({
  id: 'src-dir',
  summary: 'Keeps, adds or removes `srcDir`, depending on the layout.',
  options: ['srcDir', 'rootDir'],
  followsMoves: true,
  run(config, { decision, paths }) {
    const { path, facts } = config.catalogue;
    const option = path.srcDir;
    const findings: Finding[] = decision.notes.map(({ option: about, at, ...note }) => ({
      option: about,
      at,
      followUps: [note],
    }));
    if (decision.kind !== 'layout') return findings;
    const { sourceOption } = decision.layout;
    const [main] = config.scopes;
    if (sourceOption === 'written') {
      const message = {
        what: `\`${option}\``,
        done: 'added, so that the sources stay where they are',
      };
      findings.push({ option, at: config.at, changes: [main.set(option, '.')], message });
    }
    if (sourceOption === 'removed') {
      const written = config.scopes.filter((scope) => scope.lookup(option).kind !== 'absent');
      const ofLayer = paths?.layerOptions?.get(option);
      // Where aliases of a layer are the project's, a project without a value gets that of the layer in any case.
      const applies = ofLayer === 'written' || (ofLayer && facts.layerAliases === 'project');
      const scopes = written.length === 0 && applies ? [main] : written;
      const done = ofLayer
        ? 'added: otherwise the value of a layer would apply here'
        : `removed: \`${facts.sourceDirA}/\` is the default`;
      for (const scope of scopes) {
        const lookup = scope.lookup(option);
        const at = lookup.kind === 'absent' || ofLayer ? config.at : lookup.at;
        const change = ofLayer ? scope.set(option, facts.sourceDirA) : scope.remove(option);
        findings.push({ option, at, changes: [change], message: { what: `\`${option}\``, done } });
      }
    }
    return findings;
  },
});
