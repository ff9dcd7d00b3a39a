/** The role of each name in a table of names by role. */
function rolesByName<Role extends string>(table: Readonly<Record<Role, string>>): ReadonlyMap<string, Role> {
  const rows = Object.entries(table) as [Role, string][];
  return new Map(
    rows.flatMap(([role, names]) => names.split(' ').map((name): [string, Role] => [name, role])),
  );
}

/** The methods of lists, maps, sets, texts, numbers and dates, by what they do. */
const methods = {
  /** Change the list itself. */
  change: 'push unshift splice fill set add pop shift sort reverse copyWithin delete clear',
  /** Return one of the items. */
  item: 'at find findLast get',
  /** Return a new list with items. */
  copy: 'slice concat filter toSorted toReversed toSpliced with values keys entries',
  /** Return a new list of the results of a function for the items. */
  results: 'map flatMap',
  /** Return a text, a number or a boolean, or texts. */
  read: [
    'forEach some every findIndex findLastIndex',
    'join includes indexOf lastIndexOf has toString toLocaleString hasOwnProperty isSubsetOf isSupersetOf',
    'toUpperCase toLowerCase toLocaleUpperCase toLocaleLowerCase trim trimStart trimEnd split startsWith endsWith',
    'padStart padEnd replace replaceAll match matchAll charAt charCodeAt codePointAt substring substr repeat',
    'localeCompare normalize search toFixed toPrecision toExponential toISOString toJSON getTime getFullYear',
    'getMonth getDate getDay getHours getMinutes getSeconds toDateString toTimeString toLocaleDateString',
    'toLocaleTimeString toUTCString format',
  ].join(' '),
};

/** How a built-in method treats the value that it is called on. */
export type MethodRole = keyof typeof methods;

export const methodRoles: ReadonlyMap<string, MethodRole> = rolesByName(methods);

/** The methods that pass items to a function. */
export const callbackMethods: ReadonlySet<string> = new Set([
  ...['forEach', 'some', 'every', 'findIndex', 'findLastIndex', 'find', 'findLast', 'filter'],
  ...['map', 'flatMap', 'sort', 'toSorted', 'reduce', 'reduceRight'],
]);

/** Functions and classes of the language, the browser and the view library, by what they do with their arguments. */
const functions = {
  /** Only read them, and return a value that contains none of them. */
  read: [
    'String Number Boolean BigInt parseInt parseFloat isNaN isFinite encodeURIComponent encodeURI decodeURIComponent',
    'decodeURI alert confirm btoa atob clearTimeout clearInterval structuredClone JSON.stringify JSON.parse Object.keys',
    'Object.is Object.getOwnPropertyNames Object.hasOwn Array.isArray Date.now Date.parse Date.UTC Number.isInteger Number.isNaN',
    'Number.isFinite Number.parseInt Number.parseFloat Number.isSafeInteger String.fromCharCode window.open window.alert',
    'window.confirm window.scrollTo cloneDeep klona triggerRef isRef isReactive isReadonly isProxy $t $n $d $te $rt',
    'Date URL URLSearchParams RegExp Error TypeError RangeError',
    // Only call it.
    'setTimeout setInterval requestAnimationFrame requestIdleCallback queueMicrotask watchEffect watchPostEffect',
    'watchSyncEffect nextTick onScopeDispose onBeforeMount onMounted onBeforeUpdate onUpdated onBeforeUnmount onUnmounted',
    'onActivated onDeactivated onServerPrefetch onErrorCaptured onBeforeRouteLeave onBeforeRouteUpdate',
  ].join(' '),
  /** Return the argument or a view of it. */
  same: 'Promise.all reactive shallowReactive proxyRefs readonly shallowReadonly markRaw toRaw',
  /** Return a ref that holds the argument, or what it returns. */
  ref: 'ref shallowRef computed',
  /** Return a new list of the values in the argument. */
  copy: 'Object.values Object.entries Set',
  /** Return what is in the argument, or a ref to it. */
  data: 'unref toValue toRef toRefs',
  watch: 'watch',
};

/** How a well-known function treats its arguments. */
export type FunctionRole = keyof typeof functions;

export const functionRoles: ReadonlyMap<string, FunctionRole> = rolesByName(functions);

/** Objects whose functions all only read their arguments. */
export const readingObjects: readonly string[] = ['console', 'Math', 'Intl'];

/** Names that give access to variables or arguments without naming them. */
export const revealingNames: readonly string[] = ['eval', 'getCurrentInstance', 'arguments'];

/** Components of the view library that only read their props. */
export const readingViewComponents: readonly string[] = [
  ...['Transition', 'TransitionGroup', 'KeepAlive', 'Teleport', 'Suspense', 'RouterLink'],
];

/** Directives that only read their value. */
export const readingDirectives: readonly string[] = [
  ...['if', 'else-if', 'else', 'show', 'text', 'html', 'memo', 'once', 'cloak', 'pre'],
];
