/** What functions and methods of the language and the view library do with the data that they get. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Methods that change the list itself. */
export const changingMethods = words('push unshift splice pop shift sort reverse fill copyWithin');

/** Methods that return one of the items. */
export const itemMethods = words('at find findLast pop shift');

/** Methods that return a new list with the same items. */
export const listMethods = words('slice concat filter toSorted toReversed toSpliced');

/** Methods that pass items to a function, which gets them as its first or second argument. */
export const callbackMethods: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ forEach: 0, some: 0, every: 0, find: 0, findLast: 0, filter: 0, map: 0, flatMap: 0 },
    ...{ findIndex: 0, reduce: 1 },
  }),
);

/** Functions that return a new list with what is in their argument. */
export const listFunctions = words('Object.values Object.entries Array.from');

/** Functions that return their argument, its value, what it returns, or a reference to it. */
export const passingFunctions = words(
  `computed unref toValue toRef toRefs storeToRefs readonly shallowReadonly shallowRef shallowReactive markRaw toRaw
  withDefaults`,
);
