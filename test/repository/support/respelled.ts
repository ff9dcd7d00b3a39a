/** Names that a fixture is about, or that tools only know in one spelling. */
const kept = /^\.|^node_modules$|\.(?:json|md|ya?ml|toml|sh)$|^(?:[A-Z]+|[A-Z]\w+)$/;

/** A path in other capitals: about half of its names start with the other case, the same ones in every path. */
export function respelled(path: string, seed: number): string {
  return path
    .split('/')
    .map((name) => {
      const sum = [...name].reduce((all, char) => (all * 31 + char.charCodeAt(0)) % 9973, seed);
      if (sum % 2 === 0 || kept.test(name)) return name;
      const first = name.charAt(0);
      const other = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
      return other + name.slice(1);
    })
    .join('/');
}
