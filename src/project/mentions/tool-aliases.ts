/** The source aliases that a key of a tool's own table stands for: `~`, `@/`, `^~/(.*)$`, `^[~@]/`. */
export function aliasNamesIn(key: string): string[] {
  const [, several, group, one] =
    /^\^?(?:\[([~@]+)\]|\((?:\?:)?([~@|]+)\)|([~@]))(?:\\?\/[^A-Za-z]*)?\$?$/.exec(key) ?? [];
  return [...(several ?? group ?? one ?? '')].filter((name) => name !== '|');
}

/** Whether a text can tell where an alias leads; a name alone is a package. */
export function isTarget(text: string): boolean {
  return /^[.<]|\//.test(text);
}
