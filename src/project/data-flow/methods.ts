/** What a method does with the list, map, set, text or date that it is called on, and what it gives. */
export type MethodRole =
  /** Changes it in place. */
  | 'change'
  /** Gives one of its items. */
  | 'item'
  /** Gives a new list of its items. */
  | 'copy'
  /** Gives a new list of keys and items. */
  | 'pairs'
  /** Gives what a function makes of its items. */
  | 'map'
  | 'reduce'
  /** Hands its items to a function, and gives something plain. */
  | 'each'
  /** Gives something plain. */
  | 'plain'
  /** Waits for it. */
  | 'promise';

const roles: readonly (readonly [MethodRole, string])[] = [
  ['change', 'push pop shift unshift splice sort reverse fill copyWithin set add delete clear'],
  ['item', 'at find findLast get'],
  [
    'copy',
    'slice concat filter flat toSorted toReversed toSpliced with values keys union intersection difference',
  ],
  ['pairs', 'entries'],
  ['map', 'map flatMap'],
  ['reduce', 'reduce reduceRight'],
  ['each', 'forEach some every findIndex findLastIndex'],
  [
    'plain',
    [
      'join includes indexOf lastIndexOf has toString toLocaleString hasOwnProperty isSubsetOf isSupersetOf',
      'toUpperCase toLowerCase toLocaleUpperCase toLocaleLowerCase trim trimStart trimEnd split startsWith endsWith',
      'padStart padEnd replace replaceAll match matchAll charAt charCodeAt codePointAt substring substr repeat',
      'localeCompare normalize search toFixed toPrecision toExponential toISOString toJSON getTime getFullYear',
      'getMonth getDate getDay getHours getMinutes getSeconds toDateString toTimeString toLocaleDateString',
      'toLocaleTimeString toUTCString format formatToParts formatRange',
    ].join(' '),
  ],
  ['promise', 'then catch finally'],
];

export const methodRoles: ReadonlyMap<string, MethodRole> = new Map(
  roles.flatMap(([role, names]) => names.split(' ').map((name) => [name, role] as const)),
);

/** Globals that only read what they are given, and give something plain. */
export const plainGlobals = new Set(
  [
    'String Number Boolean BigInt parseInt parseFloat isNaN isFinite encodeURIComponent encodeURI',
    'decodeURIComponent decodeURI alert confirm btoa atob clearTimeout clearInterval',
    'structuredClone JSON.stringify JSON.parse Object.keys Object.is Object.getOwnPropertyNames Object.hasOwn Array.isArray',
    'Date.now Date.parse Date.UTC Number.isInteger Number.isNaN Number.isFinite Number.parseInt',
    'Number.parseFloat Number.isSafeInteger String.raw String.fromCharCode performance.now',
    'window.open window.alert window.confirm window.scrollTo',
  ]
    .join(' ')
    .split(' '),
);

/** Those of them that give a new object. */
export const copyingGlobals = new Set(['structuredClone', 'JSON.parse']);

/** Objects all of whose functions are such. */
export const plainObjects = new Set(['console', 'Math', 'Intl']);

/** Globals that only run the functions that they are given. */
export const runningGlobals = new Set(
  'setTimeout setInterval requestAnimationFrame requestIdleCallback queueMicrotask'.split(' '),
);

/** What `new` makes without keeping its arguments. */
export const plainConstructors = new Set(
  'Date URL URLSearchParams RegExp Error TypeError RangeError Intl.DateTimeFormat Intl.NumberFormat Intl.Collator Intl.PluralRules Intl.ListFormat Intl.RelativeTimeFormat'.split(
    ' ',
  ),
);

/** Members of globals that keep a text of what they are given. */
export const plainTargets = new Set(['document.title', 'location.href', 'window.location.href']);

/** Functions of packages that copy in depth. */
export const copyingFunctions = new Set(['cloneDeep', 'klona', 'rfdc']);
