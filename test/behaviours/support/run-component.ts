/** A ref as the generated code sees it. A copy of one is none. */
class Holder {
  readonly #read: () => unknown;
  readonly #write: (value: unknown) => void;

  constructor(read: () => unknown, write: (value: unknown) => void) {
    this.#read = read;
    this.#write = write;
  }

  get value(): unknown {
    return this.#read();
  }

  set value(value: unknown) {
    this.#write(value);
  }
}

function ref(inside: unknown): Holder {
  let value = inside instanceof Holder ? inside.value : inside;
  return new Holder(
    () => value,
    (next) => {
      value = next;
    },
  );
}

/** Refs in it are read and written by their names alone, as in templates and reactive objects. */
function unwrapping(target: object): object {
  return new Proxy(target, {
    get(of, key) {
      const value: unknown = Reflect.get(of, key);
      return value instanceof Holder ? value.value : value;
    },
    set(of, key, value) {
      const old: unknown = Reflect.get(of, key);
      if (old instanceof Holder) old.value = value;
      else Reflect.set(of, key, value);
      return true;
    },
  });
}

const toRef = (of: Record<string, unknown>, key: string) =>
  new Holder(
    () => of[key],
    (value) => {
      of[key] = value;
    },
  );

/** The functions of the view library and the framework, as far as generated code calls them. */
function library(data: Holder) {
  const got = (source: unknown): unknown =>
    typeof source === 'function'
      ? (source as () => unknown)()
      : source instanceof Holder
        ? source.value
        : source;
  return {
    ...{ ref, toRef, unref: got, toValue: got },
    reactive: (value: object) => unwrapping(value),
    computed: (get: () => unknown) => new Holder(get, () => {}),
    toRefs: (of: Record<string, unknown>) =>
      Object.fromEntries(Object.keys(of).map((key) => [key, toRef(of, key)])),
    watch: (source: unknown, run: (value: unknown) => void) => run(got(source)),
    useFetch: () => ({ data }),
    console: { log: () => {} },
    structuredClone: (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null)),
  };
}

/** What a run is made of: statements, and those that run when a template's listeners do. */
export interface RunnableComponent {
  readonly script: string;
  readonly names: readonly string[];
  /** Statements in which names stand for what is in their refs. */
  readonly later: readonly string[];
}

/** Runs a component, and tells whether anything inside of the fetched data was written to. */
export function mutatesData({ script, names, later }: RunnableComponent): boolean {
  let isMutated = false;
  const known = new WeakMap<object, object>();
  const note = () => {
    isMutated = true;
    return true;
  };
  const tracked = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const proxy =
      known.get(value) ??
      new Proxy(value, {
        get: (of, key) => tracked(Reflect.get(of, key)),
        set: (of, key, next) => note() && Reflect.set(of, key, next),
        deleteProperty: (of, key) => note() && Reflect.deleteProperty(of, key),
        defineProperty: (of, key, next) => note() && Reflect.defineProperty(of, key, next),
      });
    known.set(value, proxy);
    // What is written back is not wrapped again.
    known.set(proxy, proxy);
    return proxy;
  };
  const item = (n: number) => ({ n, tags: ['a', 'b'], inner: { x: n, list: [{ y: 1 }] } });
  const data = ref(tracked({ items: [item(1), item(2)], inner: { x: 1, list: [{ y: 2 }] }, n: 3 }));
  const given = library(data);
  const code = `${script}\nreturn { ${names.map((name) => `get ${name}() { return ${name} }`).join(', ')} }`;
  const scope = new Function(...Object.keys(given), code)(...Object.values(given)) as object;
  const context = new Proxy(unwrapping(scope), {
    has: (_, key) => typeof key === 'string' && names.includes(key),
  });
  for (const statement of later)
    new Function('context', `with (context) { ${statement} }`)(context);
  return isMutated;
}
