import type { BehaviourRow } from '../catalogue/behaviours.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { Names } from '../catalogue/names.ts';
import { isFrom } from '../tree/syntax/bindings.ts';
import { kebabCase } from '../tree/syntax/component.ts';
import { unquoted } from './code-tokens.ts';
import { type FileCode, followData, type NamedCall } from './data-flow.ts';

/** A sign in code that it relies on a behaviour. */
export interface Sign {
  readonly of: string;
  /** Code with the sign has at least one text of each list. */
  readonly words: readonly (readonly string[])[];
  /** The tokens of the sign in a file. */
  tokensIn(file: FileCode): readonly number[];
}

/** The signs of built-in behaviours and those that an edition defines. */
export function signsIn({ names, behaviours }: Catalogue): Sign[] {
  const { templateUtils, watchHook, clearMethod } = names;
  const isOfFramework = ofFramework(names);
  const signs: Sign[] = [
    callSign('reset-data', names.clearFunction),
    ...names.dataFunctions.map((name) => ({
      of: 'reset-data',
      words: [[name], [clearMethod]],
      tokensIn: (file: FileCode) =>
        callsOf(file, name)
          .flatMap((call) => followData(file, call).members)
          .flatMap((member) => (member.name === clearMethod ? member.token : [])),
    })),
    {
      of: 'template-utils',
      words: [[templateUtils]],
      tokensIn({ code, declared }) {
        const origin = declared.originOf(templateUtils);
        if (origin?.name !== templateUtils || !isOfFramework(origin.source)) return [];
        const foreign = declared.taken.filter(({ source }) => !isOfFramework(source));
        const isForeign = (at: number) => foreign.some(({ token }) => token === at);
        return code.all(templateUtils).filter((at) => !declared.isLabel(at) && !isForeign(at));
      },
    },
    {
      of: 'watch-paths',
      words: [[watchHook]],
      tokensIn: ({ code }) =>
        [...code.all(`'${watchHook}'`), ...code.all(`"${watchHook}"`)].filter((at) => {
          const isKey = /^[{,]$/.test(code.text(at - 1)) && /^[:(]$/.test(code.text(at + 1));
          return isKey || (code.text(at - 1) === '(' && code.calleeOf(at - 1) !== -1);
        }),
    },
  ];
  return [...signs.filter(({ of }) => behaviours.has(of)), ...[...behaviours].flatMap(ownSigns)];
}

/** The signs that an edition defines; the functions may be of any package. */
function ownSigns([of, { signs }]: [string, BehaviourRow]): Sign[] {
  if (!signs) return [];
  const tagSign = (tag: string): Sign => ({
    of,
    words: [[tag, kebabCase(tag)]],
    tokensIn: ({ code, declared }) =>
      isProjectPath(declared.originOf(tag)?.source ?? '')
        ? []
        : [tag, kebabCase(tag)].flatMap((name) => code.all(`<${name}`)),
  });
  const calls = signs.calls.map((name) =>
    callSign(of, name, signs.arguments, (from) => !isProjectPath(from)),
  );
  return [...calls, ...signs.tags.map(tagSign)];
}

/** Calls of a function, or the keys in their arguments; `dedupe: true` is a key with a value. */
function callSign(
  of: string,
  name: string,
  wanted: readonly string[] = [],
  isSource?: SourceTest,
): Sign {
  const keys = wanted.map((sign) => /^([^:]*)(?:: (.*))?$/.exec(sign) ?? []);
  return {
    of,
    words: keys.length > 0 ? [[name], keys.map(([, key = '']) => key)] : [[name]],
    tokensIn: (file) => {
      const { code } = file;
      const isKey = (at: number) =>
        /^[{,]$/.test(code.text(at - 1)) &&
        keys.some(([, key, value]) => {
          const isValue = code.text(at + 1) === ':' && unquoted(code.text(at + 2)) === value;
          return unquoted(code.text(at)) === key && (value === undefined || isValue);
        });
      return callsOf(file, name, isSource).flatMap(({ callee, call }) => {
        const inside = Array.from(
          { length: code.pair(call) - call },
          (_, index) => call + 1 + index,
        );
        return keys.length === 0 ? callee : inside.filter(isKey);
      });
    },
  };
}

/** The calls of a function, also under another name, and if the file declares no other one. */
export function callsOf(file: FileCode, name: string, isSource?: SourceTest): NamedCall[] {
  const { code, declared } = file;
  return localNames(file, name, isSource)
    .flatMap((local) => code.all(local))
    .filter((at) => declared.isReference(at))
    .flatMap((callee) => {
      const call = code.callAt(callee + 1);
      return call === -1 ? [] : { callee, call };
    });
}

/** Whether a module is one of those that a function may come from. */
type SourceTest = (source: string) => boolean;

/** The names that a file has for a function, by default of the framework. */
export function localNames(
  { declared, names }: FileCode,
  name: string,
  isSource: SourceTest = ofFramework(names),
): string[] {
  return [...new Set([name, ...declared.importedNames])].filter((local) => {
    const origin = declared.originOf(local);
    return origin?.name === name && isSource(origin.source);
  });
}

/** Whether an import looks like a file of the project. */
function isProjectPath(source: string): boolean {
  return /^(?:\.|\/|~|@@?\/)/.test(source);
}

/** Tests whether a module is the framework's; a name that the file does not declare is an auto-import. */
export function ofFramework({ virtual, package: main, scope }: Names): SourceTest {
  const packages = [virtual.imports, virtual.app, main, scope];
  return (source) => source === '' || isFrom(source, packages);
}
