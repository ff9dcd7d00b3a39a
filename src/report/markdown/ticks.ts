/** What stands behind a task, unseen: by it a later comment knows which one was ticked. */
export function tickMark(id: string): string {
  return isId(id) ? ` <!-- fw-migrate:${id} -->` : '';
}

/** A saved report may bring any text as an id. */
function isId(id: string): boolean {
  return /^[\w-]{1,64}$/.test(id);
}

const task = /^- \[( |x|X)\] .*<!-- fw-migrate:([\w-]{1,64}) -->[ \t]*\r?$/gm;

/** A comment with the ticks that people have set in an earlier one: only which follow-ups are ticked is taken from it. */
export function withTicks(comment: string, earlier: string): string {
  const ticked = new Set([...earlier.matchAll(task)].flatMap(([, mark, id]) => (mark === ' ' ? [] : [id])));
  return comment.replace(task, (line: string, mark: string, id: string) =>
    mark === ' ' && ticked.has(id) ? line.replace('- [ ]', '- [x]') : line,
  );
}
