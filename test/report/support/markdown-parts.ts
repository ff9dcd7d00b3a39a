/** What is not shown as it is in a markdown text: its tags, and the text that a site looks through. */
export interface ActiveParts {
  readonly tags: readonly string[];
  readonly text: string;
}

/**
 * Reads markdown as far as it takes to tell what is active: leaves out fences and code spans, takes escapes for plain,
 * and collects whatever could be a tag. Lines that start with a tag are HTML up to the next empty line.
 */
export function activeParts(markdown: string): ActiveParts {
  const tags: string[] = [];
  const texts: string[] = [];
  let fence = '';
  let isHtml = false;
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    const content = line.trimStart();
    if (fence !== '') {
      if (new RegExp(`^\`{${fence.length},}\\s*$`).test(content)) fence = '';
      continue;
    }
    const opening = /^(`{3,})[^`]*$/.exec(content);
    if (!isHtml && opening) {
      fence = opening[1] ?? '';
      continue;
    }
    isHtml = content !== '' && (isHtml || /^<(?:\/?[a-z]|!--)/i.test(content));
    const visible = isHtml ? content : withoutCode(content);
    tags.push(...(visible.match(/<[^>]*>?/g) ?? []));
    // A site leaves alone what is in a code tag.
    texts.push(
      visible
        .replace(/<code>[^<]*<\/code>/g, '')
        .replace(/<[^>]*>/g, '')
        .replace(/&#\d+;/g, '·'),
    );
  }
  if (fence !== '') throw new Error('A fence is still open');
  return { tags, text: texts.join('\n') };
}

/** A line without its code spans, and with escaped characters as dots where they have a meaning in markdown alone. */
function withoutCode(line: string): string {
  let rest = line;
  let text = '';
  while (rest !== '') {
    const run = /^`+/.exec(rest)?.[0];
    const end = run ? new RegExp(`(?<!\`)${run}(?!\`)`).exec(rest.slice(run.length)) : null;
    const escaped = /^\\[!-/:-@[-`{-~]/.exec(rest)?.[0];
    if (run && end) {
      text += '·';
      rest = rest.slice(run.length + end.index + run.length);
    } else {
      const taken = run ?? escaped ?? rest.charAt(0);
      text +=
        escaped && /[<>[\]!`*_|~&\\]/.test(escaped.charAt(1)) ? '·' : taken.replace(/^\\(?=.)/, '');
      rest = rest.slice(taken.length);
    }
  }
  return text;
}
