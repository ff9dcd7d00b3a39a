// Whoever writes more of them has another problem.
const maximum = 64;

/** The patterns that `{a,b}` stands for. */
export function expandBraces(pattern: string): string[] {
  let patterns = [pattern];
  for (let at = 0; at < patterns.length && patterns.length < maximum; ) {
    const [whole, before = '', choices = '', after = ''] =
      /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/.exec(patterns[at] ?? '') ?? [];
    if (whole === undefined) at += 1;
    else {
      const expanded = choices.split(',').map((choice) => before + choice + after);
      patterns = [...patterns.slice(0, at), ...expanded, ...patterns.slice(at + 1)];
    }
  }
  return patterns;
}
