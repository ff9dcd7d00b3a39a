import { type Default, type Fate, type Json, kept, none, type OptionRow, type ValueType } from '../option.ts';

interface Defaults {
  readonly a: Default;
  readonly b: Default;
}

interface Exceptions {
  readonly fate?: Fate;
  readonly oneOf?: readonly Json[];
}

export const noDefault: Defaults = { a: none, b: none };

/**
 * Row builders for one section of the reference. Most options are kept as they are, so a fate is named only
 * where it is another one; that leaves on each line what is particular to the option.
 */
export function section(number: string) {
  function option(
    types: ValueType | readonly ValueType[],
    defaults: Defaults,
    summary: string,
    exceptions: Exceptions = {},
  ): OptionRow {
    return {
      types: typeof types === 'string' ? [types] : types,
      ...defaults,
      fate: kept,
      section: number,
      summary,
      ...exceptions,
    };
  }

  /** An object that only holds other options. */
  function group(summary: string, defaults: Defaults = noDefault): OptionRow {
    return option('object', defaults, summary);
  }

  return { option, group };
}
