/** Asks the one question before a follow-up is reported: whether anybody reads what it is about. */

import { baseName, isInside, placeAt } from '../base/paths.ts';
import { languageOf, syntaxOf } from '../catalogue/extensions.ts';
import { type FollowUpReader, followUpRow } from '../catalogue/follow-ups.ts';
import { usedModules } from '../paths/used-modules.ts';
import { createOwnerFinder } from '../tree/discover.ts';
import type { TreePath } from '../tree/snapshot.ts';
import { holdsCode } from '../tree/syntax/code.ts';
import { entriesBelow } from '../tree/tree.ts';
import type { FollowUp } from './follow-up.ts';
import { type OpenProject, packagesFor } from './open-projects.ts';
import type { PlanContext } from './plan-context.ts';

/** Whether a follow-up of a project has a reader, as its row says who that has to be. */
export function createReadGate({ projects, repository }: PlanContext) {
  const { catalogue, fileKind, readText, snapshot, tree } = repository;
  const { facts, moduleFacts, names } = catalogue;
  const byFolder = new Map(projects.map((project) => [project.found.folder, project]));
  /** Whether a scan of folders uses a file: settings of tools, types and the notes about a folder are there for others. */
  const isScanned = (path: TreePath) =>
    !/^(?:\.|readme\b)/i.test(baseName(path)) &&
    !['tsconfig', 'package'].includes(fileKind(path)) &&
    languageOf(path) !== 'dts';
  const isTyped = (path: TreePath) => {
    if (syntaxOf(path) === 'script') return /^tsx?$/.test(languageOf(path));
    return holdsCode(path) && /<script[^>]*\blang=["']tsx?/.test(readText(path) ?? '');
  };
  const mayScan = (name: string, folder: string) => {
    const { folders, rootFolders = {} } = moduleFacts(name);
    const isKnown = Object.hasOwn(facts.moduleVersions?.since ?? {}, name);
    return folders || !isKnown || folder in rootFolders;
  };
  const isReadBy: {
    readonly [R in FollowUpReader]: (project: OpenProject, followUp: FollowUp) => boolean;
  } = {
    scan({ found }, { subject = '' }) {
      const place = placeAt(found.folder, subject);
      const inside = [...entriesBelow(tree, place)];
      return (
        tree.kindOf(place) !== 'folder' ||
        inside.some(([path, kind]) => kind !== 'folder' && isScanned(path))
      );
    },
    module: ({ config, evidence }, { subject = '' }) =>
      usedModules(config, evidence.modules).some(({ name }) => mayScan(name, subject)),
    compiler: ({ found }) =>
      snapshot.files.some(({ path }) => isInside(path, found.folder) && isTyped(path)),
    project: ({ isLeft }) => !isLeft,
    anything: (_, followUp) =>
      [followUp, ...followUp.evidence].some(({ file }) => fileKind(file) !== 'nothing'),
    framework({ found }) {
      const packages = packagesFor(found.folder, repository);
      const isNamed = (name: string) => name.includes(names.package);
      return (
        packages.length === 0 ||
        packages.some(({ dependencies }) => [...dependencies.keys()].some(isNamed))
      );
    },
  };
  const ownerOf = createOwnerFinder([...byFolder.keys()]);
  return (followUp: FollowUp, root = ownerOf(followUp.file)) => {
    const reader = followUpRow(followUp.code)?.reads;
    const project = root === undefined ? undefined : byFolder.get(root);
    return !reader || !project || isReadBy[reader](project, followUp);
  };
}
