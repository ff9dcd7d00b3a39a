/** What functions and methods of the language and the view library do with the data that they get. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Methods that change the list itself. */
export const changingMethods = words('push unshift splice pop shift sort reverse fill copyWithin');

/** Methods that return one of the items. */
export const itemMethods = words('at find findLast pop shift');

/** Methods that return a new list with the same items. */
export const listMethods = words('slice concat filter toSorted toReversed toSpliced');

/** Methods that pass each item to a function. */
export const callbackMethods = words(
  'forEach some every find findLast findIndex filter map flatMap',
);

/** Functions that return their argument, its value, what it returns, or a reference to it. */
export const passingFunctions = words(
  'computed unref toValue toRefs storeToRefs readonly shallowReadonly shallowRef markRaw toRaw',
);
