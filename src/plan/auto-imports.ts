/** Reports names that are auto-imported from another file in Variant A, which reads more folders. */

import { placeAt } from '../base/paths.ts';
import { type Position, positionOf } from '../base/position.ts';
import { aliasesIn } from '../catalogue/facts.ts';
import { hasNewDefaults } from '../layout/layout.ts';
import { usedModules } from '../paths/used-modules.ts';
import type { Repository } from '../tree/repository.ts';
import { holdsCode } from '../tree/syntax/code.ts';
import { type FollowUp, followUpFrom } from './follow-up.ts';
import type { OpenProject } from './open-projects.ts';

/** `export const price = …`, or `export { price as cost }`. */
const exported =
  /^export\s+(?:declare\s+|async\s+|abstract\s+)*(?:const|let|var|function\*?|class|enum|interface|type)\s+(?<name>[\w$]+)|(?<=^export\s+(?:type\s+)?\{[^}]{0,1000}?)(?<listed>[\w$]+)(?=\s*[,}])/gm;

/** What is newly auto-imported wins over a name that the project or a layer already has. */
export function autoImportChanges(
  project: OpenProject,
  layers: readonly OpenProject[],
  { tree, readText, catalogue }: Repository,
): FollowUp[] {
  const { a = [], b = [], names = [] } = catalogue.facts.autoImports ?? {};
  if (project.decision.kind !== 'layout' || hasNewDefaults(project.decision)) return [];
  const namesIn = (texts: readonly string[]) =>
    [project, ...layers].flatMap(({ found, decision }) => {
      const layout = decision.kind === 'unknown' ? undefined : decision.layout;
      const folders = aliasesIn(Object.fromEntries(texts.map((text) => [text, text])));
      return folders.flatMap(({ place: { base, path } }) => {
        const from = (base === 'root' ? layout?.root : layout?.before) ?? '';
        const folder = placeAt(placeAt(found.folder, from), path);
        return Array.from(tree.entries(folder).keys(), (name) => placeAt(folder, name))
          .filter(holdsCode)
          .flatMap((file) => exportsIn(file, readText(file) ?? ''))
          .map((one) => ({ ...one, isOwn: found === project.found }));
      });
    });
  const older = namesIn(b);
  const newer = namesIn(a.filter((folder) => !b.includes(folder)));
  const { a: newVariant } = catalogue.names.variants;
  const modules = usedModules(project.config, project.evidence.modules).flatMap(({ name }) =>
    (catalogue.moduleFacts(name).imports ?? []).map((imported) => [imported, name] as const),
  );
  const ofModules = new Map(modules);
  const replaced = newer.flatMap(({ name, at, isOwn }) => {
    const module = ofModules.get(name);
    if (module === undefined || !isOwn) return [];
    const message = `\`${name}\` of ${at.file} is auto-imported in ${newVariant}, as the one of \`${module}\` is: rename it, or import it where it is used.`;
    return [followUpFrom({ code: 'auto-import-changed', message, evidence: [at] }, '', at)];
  });
  const changed = older.flatMap(({ name, at, isOwn }) => {
    const other = newer.find((one) => one.name === name);
    // A layer reports its own names.
    if (!(isOwn || other?.isOwn) || !(other || names.includes(name))) return [];
    const from = other ? other.at.file : catalogue.names.framework;
    const message = `\`${name}\` of ${at.file} is also auto-imported from ${from} in ${newVariant}, which may win: rename it, or import it where it is used.`;
    const evidence = [at, ...(other ? [other.at] : [])];
    return [followUpFrom({ code: 'auto-import-changed', message, evidence }, '', at)];
  });
  return [...changed, ...replaced];
}

function exportsIn(file: string, text: string): { name: string; at: Position }[] {
  return Array.from(text.matchAll(exported), ({ groups: { name, listed } = {}, index }) => ({
    name: name ?? listed ?? '',
    at: positionOf(file, text, index),
  }));
}
