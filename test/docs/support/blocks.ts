/** A block of code on a page, and the heading that it stands under. */
export interface Block {
  readonly language: string;
  readonly text: string;
  readonly heading: string;
}

/** The blocks of code of a page, in their order. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  let heading = '';
  for (const [, title, language = '', text = ''] of page.matchAll(
    /^#+ ([^\n]*)$|^```(\w*)\n(.*?)^```$/gms,
  )) {
    if (title !== undefined) heading = title;
    else blocks.push({ language, text, heading });
  }
  return blocks;
}

/** The page without its blocks of code, in which nothing is a link or a heading. */
export function proseOf(page: string): string {
  return page.replaceAll(/^```.*?^```$/gms, '');
}
