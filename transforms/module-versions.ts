/** Modules that may not work with the newer framework: reports those whose version is too old or unknown. */

import type { Catalogue, Facts } from '../src/catalogue/index.ts';
import { showPath } from '../src/config/change.ts';
import { usedModules } from '../src/paths/used-modules.ts';
import type { Finding } from '../src/plan/definition.ts';
import type { FollowUpNote } from '../src/plan/follow-up.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import type { Evidence } from '../src/tree/evidence.ts';
import { allowsVersion } from '../src/tree/package-json.ts';

/** The package in the name of a module; none in a path, or behind an alias. */
const packageName = /^(?!\.)(?:@[\w.~-]+\/)?[\w.-]+/;

export default defineOptionTransform({
  id: 'module-versions',
  summary: 'Reports modules whose version may not support the newer variant.',
  asksOnly: true,
  // Only editions define versions of modules.
  options: ({ facts: { moduleVersions }, path }) => (moduleVersions ? [path.modules] : []),
  run(config, { evidence }) {
    const { catalogue } = config;
    if (!evidence) return [];
    return usedModules(config).flatMap(({ name: text, path, at }): Finding[] => {
      const [name] = packageName.exec(text) ?? [];
      if (name === undefined || evidence.exists(text)) return [];
      const note = noteOn(name, evidence, catalogue);
      // A tuple of a module and its options is one entry as well.
      return note ? [{ option: showPath(path.slice(0, 2)), at, followUps: [note] }] : [];
    });
  },
});

/** What to do about a module: nothing if it supports Variant A, as it says itself, or else as the edition knows. */
function noteOn(
  name: string,
  { usedPackage, rangeOf }: Evidence,
  { facts, moduleFacts, names }: Catalogue,
): FollowUpNote | undefined {
  const { date = '', since = {} } = facts.moduleVersions ?? {};
  // What a module says is not enough if it does not build.
  const { builds, successor } = moduleFacts(name);
  const first = builds ?? new Map(Object.entries(since)).get(name);
  const { version, isInstalled, supports = backport(name, version, facts) } = usedPackage(name);
  const wanted = facts.release?.version ?? names.rangeA;
  if (supports === undefined ? first === '0.0.0' : isSupported(supports, wanted, version, builds))
    return undefined;
  const { a } = names.variants;
  if (supports === undefined && first === undefined) {
    const message = `\`${name}\`: not checked for ${a}. Install the dependencies and run again, or look it up.`;
    return { code: 'module-unchecked', message };
  }
  if (first === null) {
    const advice = successor ? `use \`${successor}\`` : 'replace it, or look for a newer one';
    const message = `No version of \`${name}\` supports ${a}, as of ${date}: ${advice}.`;
    return { code: 'module-unsupported', message };
  }
  const range = rangeOf(name) ?? '';
  if (first !== undefined && allowsVersion(version ?? range, `<${first}`) !== 'none') {
    const place = isInstalled ? 'is installed' : 'is in the lock file';
    const found = version === undefined ? requiredText(range) : `${version} ${place}`;
    const message = `\`${name}\` supports ${a} since ${first}, and ${found}: use that version or a newer one.`;
    return { code: 'module-version', message, subject: name };
  }
  if (supports === undefined) return undefined;
  const message = `\`${name}\` ${version} says that it does not support ${a}: look for a newer version or another module.`;
  return { code: 'module-version', message };
}

/** What an older version supports that fits, although some after it do not. */
function backport(name: string, version: string | undefined, { moduleVersions }: Facts) {
  const range = new Map(Object.entries(moduleVersions?.also ?? {})).get(name);
  return version && range && allowsVersion(version, range) === 'all' ? '*' : undefined;
}

/** Whether a module says that it supports a release, and no newer version is needed to build. */
function isSupported(stated: string, release: string, version = '', builds = '0.0.0'): boolean {
  const isTooOld = allowsVersion(version, `<${builds}`) === 'all';
  return allowsVersion(stated, release) !== 'none' && !isTooOld;
}

/** What package.json says about a version: `latest`, `*` and other protocols (`npm:other@1`) do not limit it. */
function requiredText(range: string): string {
  return /^[^:]*\d/.test(range)
    ? `package.json requires \`${range}\``
    : 'package.json does not say which version is installed';
}
