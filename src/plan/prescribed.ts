import { names } from '../catalogue/names.ts';
import { isInside, placeAt } from '../config/places.ts';
import type { TsConfig } from '../project/alias-scopes.ts';
import type { PackageJson } from '../project/package-json.ts';
import type { Repository } from '../project/repository.ts';
import type { TreePath } from '../project/snapshot.ts';
import {
  askAboutGenerated,
  askAboutRoot,
  type FileChange,
  raiseFramework,
  referToGenerated,
} from './framework-files.ts';
import type { OpenProject } from './open-project.ts';

/** What package.json and the tsconfigs of each project need to run with Variant A. */
export function prescribedChanges(
  projects: readonly OpenProject[],
  tsConfigs: ReadonlyMap<TreePath, TsConfig>,
  { readText }: Repository,
): ReadonlyMap<TreePath, FileChange> {
  const changes = new Map<TreePath, FileChange>();
  const addFor = (path: TreePath, change: (text: string) => FileChange): void => {
    const text = changes.has(path) ? undefined : readText(path);
    if (text !== undefined) changes.set(path, change(text));
  };
  const isBelow = (path: TreePath, root: TreePath, depth = 0): boolean =>
    depth < 10 &&
    (tsConfigs.get(path)?.parents ?? []).some((one) => one === root || isBelow(one, root, depth + 1));
  // Where it is not known how a project runs, it goes on as it does. Inner projects know their files better.
  for (const project of projects.filter(({ decision }) => decision.kind !== 'unknown').toReversed()) {
    const listed = packageWithFramework(project.packages);
    if (listed) addFor(listed.path, (text) => raiseFramework(listed, text));
    const { tsConfig, generated } = typingFiles(project);
    addFor(tsConfig, (text) => referToGenerated(tsConfig, text, generated));
    // What extends the root tsconfig got the generated options through it.
    const isLost = (changes.get(tsConfig)?.edits.length ?? 0) > 0;
    for (const path of [...tsConfigs.keys()].filter((one) => isInside(one, project.found.folder)))
      addFor(path, (text) => {
        const own = askAboutGenerated(path, text, generated);
        return own.followUps.length === 0 && isLost && isBelow(path, tsConfig)
          ? askAboutRoot(path, text)
          : own;
      });
  }
  return changes;
}

/** The nearest package.json that lists the framework. */
function packageWithFramework(packages: readonly PackageJson[]): PackageJson | undefined {
  return packages.find(({ ranges }) => ranges.length > 0);
}

/** The root tsconfig of a project, and the one that Variant B generates for it. */
function typingFiles({ found: { folder }, config, decision }: OpenProject): {
  readonly tsConfig: TreePath;
  readonly generated: TreePath;
} {
  const root = placeAt(folder, decision.kind === 'layout' ? decision.layout.root : '');
  const buildDir = config.lookup('buildDir');
  const isNamed = buildDir.kind === 'static' && typeof buildDir.value === 'string';
  const build = placeAt(root, isNamed ? String(buildDir.value) : names.buildDir);
  return { tsConfig: placeAt(root, 'tsconfig.json'), generated: placeAt(build, 'tsconfig.json') };
}
