/** `post-card` as `postCard`. */
export function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `post-card` and `postCard` as `PostCard`. */
export function pascalCase(tag: string): string {
  const camel = camelCase(tag);
  return `${camel.slice(0, 1).toUpperCase()}${camel.slice(1)}`;
}
