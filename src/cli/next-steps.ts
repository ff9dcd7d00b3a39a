/** The commands to run after a migration, for the package manager of the project. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Names } from '../catalogue/names.ts';
import {
  frameworkTasks,
  type PackageManager,
  packageManagerIn,
  packageManagers,
  typeCheckScripts,
} from '../catalogue/package-managers.ts';
import type { Report } from '../report/report.ts';
import { counted } from '../report/sentences.ts';
import { openFollowUps } from '../report/summary.ts';
import { type JsonNode, membersAt, parseJson, textAt } from '../tree/json.ts';
import { repositoryFolders, textOnDisk } from './named-files.ts';

/** The commands to run next, for the package manager in use; empty if no project was changed. */
export function nextSteps(report: Report, folder: string, names: Names): string[] {
  const changed = changedProjects(report);
  const [first, ...others] = changed;
  if (report.dryRun || !first) return [];
  const home = join(folder, first.root);
  const manager = managerOf(home);
  const script = typeCheckIn(home);
  const framework = `${manager.exec} ${names.package}`;
  const where =
    others.length > 0
      ? `, in each of the ${counted(changed.length, 'project')}`
      : first.root && `, in ${first.root}`;
  return [
    ...(needsInstall(report) ? [manager.install] : []),
    `${framework} ${frameworkTasks.prepare}${where}`,
    ...(changed.some(({ found }) => found) ? ['fw-migrate verify'] : []),
    `${script ? `${manager.run} ${script}` : `${framework} ${frameworkTasks.typeCheck}`}${where}`,
  ];
}

/** The projects that a run changed. */
export function changedProjects({ projects }: Report) {
  return projects.filter(({ files, isRefused }) => files.length > 0 && !isRefused);
}

/** Whether a run raised versions that are not installed yet. */
export function needsInstall(report: Report): boolean {
  return openFollowUps(report).some(({ code }) => code === 'install-framework');
}

/** The script of a project that checks its types. */
export function typeCheckIn(home: string): string | undefined {
  return typeCheckScripts.find((name) => textInPackage(home, 'scripts', name) !== undefined);
}

/**
 * The package manager that the nearest package.json names, or whose files are there, up to the root of the
 * repository. It installs for its folder: a workspace, or one package.
 */
export function managerOf(home: string): PackageManager & { readonly folder: string } {
  for (const folder of repositoryFolders(home)) {
    const named = textInPackage(folder, 'packageManager');
    const manager = packageManagerIn(named, (file) => existsSync(join(folder, file)));
    if (manager) return { ...manager, folder };
  }
  return { ...packageManagers[0], folder: home };
}

/** A text in the package.json of a folder. */
export function textInPackage(folder: string, ...keys: readonly string[]): string | undefined {
  return textAt(packageIn(folder), ...keys);
}

/** The name of the script in the package.json of a folder that runs a command. */
export function scriptWith(folder: string, command: string): string | undefined {
  const scripts = membersAt(packageIn(folder), 'scripts');
  return scripts.find(({ value }) => value.kind === 'string' && value.text.includes(command))?.key;
}

function packageIn(folder: string): JsonNode | undefined {
  return parseJson(textOnDisk(join(folder, 'package.json')) ?? '');
}
