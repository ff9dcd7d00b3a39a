import { flag, listOf, mapOf, object, text, textThat, where } from '../catalogue/shape.ts';
import { type NewValue, pathParts } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import type { StaticValue, Written } from '../config/lookup.ts';
import { callable, checkArgument, findings } from './arguments.ts';
import { optionName } from './config-scopes.ts';
import type { Finding, Transform, TransformContext } from './definition.ts';
import { refusePromise, runScript, type ScriptConfig } from './script.ts';
import { asTransform } from './transform.ts';

type ValueMap = (value: StaticValue) => NewValue | undefined;

/** A transform of a user: declarative, computed from lookups, or a script. */
export interface UserTransform {
  /** The name in reports, in kebab case. */
  readonly id: string;
  readonly summary?: string;
  /** Options to rename in place: `{ 'app.rootId': 'rootName' }`. */
  readonly rename?: { readonly [option: string]: string };
  /** Options to move: `{ 'pwa.icon': 'icons.pwa' }`. */
  readonly move?: { readonly [option: string]: string };
  readonly remove?: readonly string[];
  /** New values for options whose value is known; return `undefined` to keep a value. */
  readonly mapValue?: { readonly [option: string]: ValueMap };
  /**
   * Whether it updates paths when folders move: then it runs together with the built-in transforms, on the
   * original config. Other transforms run after them.
   */
  readonly followsMoves?: boolean;
  /** Returns findings that are computed from lookups. */
  run?(config: ConfigDocument, context: TransformContext): Iterable<Finding>;
  /** Changes the config as if it were the object itself. */
  script?(config: ScriptConfig): void;
}

/** Declares a transform of your own; load it with `--transform`. */
export function defineTransform(transform: UserTransform): Transform {
  // A transform in JavaScript is not checked by a compiler.
  checkArgument('defineTransform', 'transform', transform, shape);
  const { id, summary = '', rename = {}, move = {}, remove = [], mapValue = {} } = transform;
  const renamed = Object.entries(rename).map(([option, name]) => {
    return [option, [...pathParts(option).slice(0, -1), name].join('.')] as const;
  });
  const moved = [...renamed, ...Object.entries(move)];
  return asTransform({
    id,
    summary,
    ...(transform.followsMoves ? { followsMoves: true } : {}),
    options: [...new Set([...moved.map(([from]) => from), ...remove, ...Object.keys(mapValue)])],
    run: (config, context) => [
      ...config.scopes.flatMap((scope) => [
        ...moved.flatMap(([from, to]) =>
          optionFindings(scope, from, (option) => ({
            changes: [scope.rename(from, to)],
            message: { what: `\`${option}\``, done: `moved to \`${to}\`` },
          })),
        ),
        ...remove.flatMap((path) =>
          optionFindings(scope, path, (option) => ({
            changes: [scope.remove(path)],
            message: { what: `\`${option}\``, done: 'removed' },
          })),
        ),
        ...Object.entries(mapValue).flatMap(([option, map]) => mapOption(scope, option, map)),
      ]),
      ...(transform.run ? computed(transform.run(config, context)) : []),
      ...(transform.script ? scripted(config, transform.script.bind(transform)) : []),
    ],
  });
}

const shape = object({
  id: textThat('a name for the transform', (value) => value !== ''),
  'summary?': text,
  'rename?': mapOf(text),
  'move?': mapOf(text),
  'remove?': listOf(text),
  'mapValue?': mapOf(callable),
  'followsMoves?': flag,
  'run?': callable,
  'script?': callable,
});

const iterable = where(
  'a list of findings',
  (value) => typeof value === 'object' && value !== null && Symbol.iterator in value,
);

/** The finding for an option in a scope, if it is set there. */
function optionFindings(
  scope: ConfigScope,
  path: string,
  describe: (option: string, lookup: Written) => Omit<Finding, 'option' | 'at'>,
): Finding[] {
  const lookup = scope.lookup(path);
  if (lookup.kind === 'absent') return [];
  const option = optionName(scope, pathParts(path));
  return [{ option, at: lookup.at, ...describe(option, lookup) }];
}

function mapOption(scope: ConfigScope, path: string, map: ValueMap): Finding[] {
  return optionFindings(scope, path, (option, lookup) => {
    if (lookup.kind === 'dynamic') {
      const message = `\`${option}\` ${lookup.why}, so its new value cannot be determined.`;
      return { followUps: [{ code: 'not-written', message }] };
    }
    const value = map(lookup.value);
    if (value === undefined || value === lookup.value) return {};
    return {
      changes: [scope.set(path, value)],
      message: { what: `\`${option}\``, done: 'given a new value' },
    };
  });
}

/** The findings of `run`, with their shape checked. */
function computed(result: Iterable<Finding>): Finding[] {
  refusePromise(result, '`run`');
  checkArgument('`run`', 'findings', result, iterable);
  const list = [...result];
  checkArgument('`run`', 'findings', list, findings);
  return list;
}

/** All changes of a script are one finding, so that they are made together or not at all. */
function scripted(config: ConfigDocument, script: (config: ScriptConfig) => void): Finding[] {
  const changes = runScript(config, script);
  const message = { what: 'The config', done: 'changed by a script' };
  return changes.length === 0 ? [] : [{ option: '', at: config.at, changes, message }];
}
