/** What can be done to the items of a list besides what magicast offers. */
type ListMethod = (list: ScriptList, ...args: never[]) => void;

/** A list as magicast hands it out; only what is used here. */
interface ScriptList {
  readonly [index: number]: unknown;
  readonly $ast: { readonly elements: unknown[] };
}

type Compare = (a: unknown, b: unknown) => number;

/** Methods that would find an empty list, since magicast's proxy does not tell which items there are. */
const listMethods: { readonly [name: string]: ListMethod } = {
  reverse: ({ $ast }) => {
    $ast.elements.reverse();
  },
  sort: (list, compare: Compare = byText) => {
    const { elements } = list.$ast;
    const items = elements.map((node, index) => ({ node, value: list[index] }));
    const sorted = items.sort((a, b) => compare(a.value, b.value));
    elements.splice(0, elements.length, ...sorted.map(({ node }) => node));
  },
  fill: () => refuse('fill'),
  copyWithin: () => refuse('copyWithin'),
};

function byText(a: unknown, b: unknown): number {
  const [one, other] = [String(a), String(b)];
  return one === other ? 0 : one < other ? -1 : 1;
}

function refuse(method: string): never {
  throw new Error(`a script cannot call \`${method}\` on a list: assign a new list instead`);
}

/** A proxy of magicast's on which lists can be sorted and reversed. */
export function withListMethods<Config extends object>(config: Config): Config {
  return new Proxy(config, {
    get(target, key, receiver) {
      const method = isList(target) && typeof key === 'string' ? listMethods[key] : undefined;
      if (method)
        return (...args: never[]) => {
          method(target as unknown as ScriptList, ...args);
          return receiver;
        };
      const value: unknown = Reflect.get(target, key);
      return isHolder(value) ? withListMethods(value) : value;
    },
  });
}

function isList(value: object): boolean {
  return Reflect.get(value, '$type') === 'array';
}

function isHolder(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return /^(?:array|object)$/.test(String(Reflect.get(value, '$type')));
}
