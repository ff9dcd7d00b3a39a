import { type OptionPath, pathPatterns } from '../catalogue/index.ts';
import type { ConfigDocument } from '../config/document.ts';
import { rebasing } from './rebasing.ts';
import { defineOptionTransform, type Finding, type Transform, type TransformContext } from './transform.ts';

/** Finds the paths that some options name, by their rows, and keeps them on the same files. */
export function followPaths(
  options: readonly OptionPath[],
): (config: ConfigDocument, context: TransformContext) => Finding[] {
  const followed: readonly string[] = options;
  const runs = pathPatterns
    .filter(({ option }) => followed.includes(option))
    .map(({ pattern, rule }) => rebasing([pattern], rule));
  return (config, context) => runs.flatMap((run) => run(config, context));
}

/** Declares a transform that does what the rows of its options say: their paths follow their files. */
export function definePathTransform(id: string, summary: string, options: readonly OptionPath[]): Transform {
  return defineOptionTransform({ id, summary, options, followsMoves: true, run: followPaths(options) });
}
