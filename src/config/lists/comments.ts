import { perFile, type SourceFile, type Span, spanOf } from '../source.ts';

const commentsOf = perFile((file): readonly Span[] => file.comments.map(spanOf));

/** The first comment that starts at an offset or behind it. */
function commentFrom(spans: readonly Span[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function commentAt(file: SourceFile, offset: number): Span | undefined {
  if (file.text[offset] !== '/') return undefined;
  const spans = commentsOf(file);
  const comment = spans[commentFrom(spans, offset)];
  return comment?.start === offset ? comment : undefined;
}

/** The first offset from `at` on that is neither white space nor comment. */
export function skipTrivia(file: SourceFile, at: number): number {
  // Most items have their comma right behind them.
  if (file.text[at] === ',') return at;
  const white = /\s*/y;
  let offset = at;
  for (;;) {
    white.lastIndex = offset;
    white.test(file.text);
    const comment = commentAt(file, white.lastIndex);
    if (!comment) return white.lastIndex;
    offset = comment.end;
  }
}

/** The comments between two offsets. */
export function commentsBetween(file: SourceFile, from: number, to: number): Span[] {
  const spans = commentsOf(file);
  const found: Span[] = [];
  for (let index = commentFrom(spans, from); index < spans.length; index += 1) {
    const span = spans[index];
    if (!span || span.start >= to) break;
    found.push(span);
  }
  return found;
}
