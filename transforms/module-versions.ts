import { showPath } from '../src/config/change.ts';
import { usedModules } from '../src/paths/used-modules.ts';
import type { Finding } from '../src/plan/definition.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import { allowsVersion } from '../src/tree/package-json.ts';

export default defineOptionTransform({
  id: 'module-versions',
  summary: 'Reports modules whose version may not support the newer variant.',
  asksOnly: true,
  // Only editions define versions of modules.
  options: ({ facts: { modules }, path }) =>
    Object.values(modules).some(({ since }) => since !== undefined) ? [path.modules] : [],
  run(config, { evidence, decision }) {
    const { moduleFacts, names } = config.catalogue;
    if (decision.kind === 'migrated' && evidence?.generation === 'a') return [];
    return usedModules(config).flatMap(({ name, path: modulePath, at }): Finding[] => {
      const { since } = moduleFacts(name);
      const range = evidence?.rangeOf(name) ?? '';
      if (since === undefined || allowsVersion(range, `<${since}`) === 'none') return [];
      // `latest`, `*` and other protocols (`npm:other@1`) do not limit the version.
      const isVersion = /^[^:]*\d/.test(range);
      const required = isVersion
        ? `requires \`${range}\``
        : 'does not say which version is installed';
      const message = `\`${name}\` supports ${names.variants.a} since ${since}, and package.json ${required}: use that version or a newer one.`;
      // A tuple of a module and its options is one entry as well.
      const option = showPath(modulePath.slice(0, 2));
      return [{ option, at, followUps: [{ code: 'module-version', message }] }];
    });
  },
});
