export interface WorkflowCommand {
  readonly name: string;
  readonly properties: { readonly [name: string]: string };
  readonly message: string;
}

/** A line of a log as GitHub's runner reads it: a command, or nothing. */
export function commandOf(line: string): WorkflowCommand | undefined {
  const text = line.trimStart();
  const end = text.indexOf('::', 2);
  if (!text.startsWith('::') || end < 0) return undefined;
  const head = text.slice(2, end);
  const space = head.indexOf(' ');
  const name = space < 0 ? head : head.slice(0, space);
  const pairs =
    space < 0
      ? []
      : head
          .slice(space + 1)
          .split(',')
          .filter((pair) => pair !== '');
  const properties = pairs.map((pair) => {
    const equals = pair.indexOf('=');
    const value = pair
      .slice(equals + 1)
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',');
    return [pair.slice(0, equals), decoded(value)];
  });
  return {
    name,
    properties: Object.fromEntries(properties),
    message: decoded(text.slice(end + 2)),
  };
}

function decoded(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}
