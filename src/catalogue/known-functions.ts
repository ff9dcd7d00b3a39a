/** The role of each name in a table of names by role. */
function rolesByName<Role extends string>(
  table: Readonly<Record<Role, string>>,
): ReadonlyMap<string, Role> {
  const rows = Object.entries(table) as [Role, string][];
  return new Map(rows.flatMap(([role, names]) => names.split(/\s+/).map((name) => [name, role])));
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
  read: `forEach some every findIndex findLastIndex
    join includes indexOf lastIndexOf has toString toLocaleString hasOwnProperty isSubsetOf isSupersetOf
    toUpperCase toLowerCase toLocaleUpperCase toLocaleLowerCase trim trimStart trimEnd split startsWith endsWith toFixed
    padStart padEnd replace replaceAll match matchAll charAt charCodeAt substring substr repeat localeCompare search`,
};

/** How a built-in method treats the value that it is called on. */
export type MethodRole = keyof typeof methods;

export const methodRoles: ReadonlyMap<string, MethodRole> = rolesByName(methods);

/** The methods that pass items to a function. */
export const callbackMethods: ReadonlySet<string> = new Set(
  `forEach some every findIndex findLastIndex find findLast filter map flatMap
  sort toSorted reduce reduceRight`.split(/\s+/),
);

/** Functions and classes of the language, the browser and the view library, by what they do with their arguments. */
const functions = {
  /** Only read them, and return a value that contains none of them. */
  read: `String Number Boolean BigInt parseInt parseFloat isNaN isFinite encodeURIComponent encodeURI decodeURIComponent
    decodeURI alert confirm btoa atob clearTimeout clearInterval structuredClone JSON.stringify JSON.parse Object.keys
    Object.is Object.getOwnPropertyNames Object.hasOwn Array.isArray Date.now Date.parse Date.UTC Number.isInteger Number.isNaN
    Number.isFinite Number.parseInt Number.parseFloat Number.isSafeInteger String.fromCharCode window.open window.alert
    window.confirm window.scrollTo cloneDeep klona triggerRef isRef isReactive isReadonly isProxy $t $n $d $te $rt
    Date URL URLSearchParams RegExp Error TypeError RangeError
    setTimeout setInterval requestAnimationFrame requestIdleCallback queueMicrotask watchEffect watchPostEffect
    watchSyncEffect nextTick onScopeDispose onBeforeMount onMounted onBeforeUpdate onUpdated onBeforeUnmount onUnmounted
    onActivated onDeactivated onServerPrefetch onErrorCaptured onBeforeRouteLeave onBeforeRouteUpdate`,
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

export const functionRoles: ReadonlyMap<string, keyof typeof functions> = rolesByName(functions);

/** Objects whose functions all only read their arguments. */
export const readingObjects: readonly string[] = ['console', 'Math', 'Intl'];

/** Names that give access to variables or arguments without naming them. */
export const revealingNames: readonly string[] = [
  'eval',
  'getCurrentInstance',
  'arguments',
  'this',
  'class',
];

/** Components of the view library that only read their props. */
export const readingViewComponents: readonly string[] =
  'Transition TransitionGroup KeepAlive Teleport Suspense RouterLink'.split(' ');

/** Directives that only read their value. */
export const readingDirectives: readonly string[] = 'if else-if show text html memo'.split(' ');

/** The elements of HTML and the common ones of SVG, which only read the values of their attributes. */
export const markupTags: ReadonlySet<string> = new Set(
  `a abbr address article aside audio b blockquote body br button canvas caption circle cite code col colgroup dd defs
  del details dfn dialog div dl dt em embed fieldset figcaption figure footer form g h1 h2 h3 h4 h5 h6 head header hr
  i iframe img input ins kbd label legend li line link main map mark menu meter nav object ol optgroup option output
  p path picture pre progress q rect s samp section select small source span strong style sub summary sup svg table
  tbody td template textarea text tfoot th thead time tr track u ul use var video`.split(/\s+/),
);
