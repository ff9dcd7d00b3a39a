import type { OptionPathParts } from '../../config/change.ts';
import { type PathRule, rules } from '../../project/path-rules.ts';

/** Folders whose names Variant B reads from the source directory, and Variant A from the root. */
const namedFolder = { ...rules.rootFolder, base: 'source' } as const satisfies PathRule;
const fromConfig = { ...rules.rootFolder, base: 'config' } as const satisfies PathRule;
const template = { ...rules.file, packages: 'none' } as const satisfies PathRule;

/** The options that name places, and how each is read; `[]` stands for every item, `*` for every key. */
const pathRules: ReadonlyMap<string, PathRule> = new Map<string, PathRule>([
  ['rootDir', fromConfig],
  ['srcDir', rules.rootFolder],
  ['serverDir', rules.rootFolder],
  ['workspaceDir', rules.rootFolder],
  ['buildDir', rules.rootFolder],
  ['analyzeDir', rules.rootFolder],
  ['modulesDir[]', rules.rootFolder],
  ['extends', rules.layer],
  ['extends[]', rules.layer],
  ['extends[][0]', rules.layer],
  ['theme', rules.layer],
  ['dir.app', namedFolder],
  ['dir.assets', namedFolder],
  ['dir.layouts', namedFolder],
  ['dir.middleware', namedFolder],
  ['dir.modules', namedFolder],
  ['dir.pages', namedFolder],
  ['dir.plugins', namedFolder],
  ['dir.public', namedFolder],
  ['dir.static', namedFolder],
  ['dir.shared', rules.rootFolder],
  ['alias.*', rules.alias],
  ['css[]', rules.file],
  ['plugins[]', rules.file],
  ['plugins[].src', rules.file],
  ['serverHandlers[].handler', rules.file],
  ['devServerHandlers[].handler', rules.file],
  ['build.templates[].src', rules.file],
  ['spaLoadingTemplate', template],
  ['components[]', rules.folder],
  ['components[].path', rules.folder],
  ['components.dirs[]', rules.folder],
  ['components.dirs[].path', rules.folder],
  ['imports.dirs[]', rules.folder],
  ['modules[]', rules.module],
  ['modules[][0]', rules.module],
  ['watch[]', rules.watch],
  ['ignore[]', rules.ignore],
  ['bundler1.root', rules.passedOn],
  ['bundler1.publicDir', rules.passedOn],
  ['bundler1.server.fs.allow[]', rules.passedOn],
]);

const optionsWithPaths: ReadonlySet<string> = new Set(
  Array.from(pathRules.keys(), (pattern) => pattern.replace(/(?:\[|\.\*).*/, '')),
);

/** How a text at a pattern is read, where it is a path. */
export function ruleAt(pattern: string): PathRule | undefined {
  return pathRules.get(pattern);
}

/** Whether an option, or something in it, names places. */
export function namesPlaces(option: OptionPathParts): boolean {
  return option[0] === 'alias' || option.some((_, index) => optionsWithPaths.has(keyOf(option, index + 1)));
}

function keyOf(option: OptionPathParts, length: number): string {
  return option.slice(0, length).join('.');
}

/** A rule whose texts Variant A reads from the root, whatever Variant B does. */
export function isNamedFolder(rule: PathRule): boolean {
  return rule === namedFolder;
}
