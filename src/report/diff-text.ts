import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { RenderedFile } from '../config/document.ts';

/** The unified diff of a file, as `git apply` and `patch -p1` take it. */
export function diffText({ path, before, after }: RenderedFile): string {
  return createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
}
