import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigProblem } from '../config/problem.ts';
import type { Step } from '../plan/steps.ts';
import { slashed } from '../project/git-ignore.ts';
import { isBelow } from '../project/open-file.ts';

/** A file with code of the user that is run. */
interface OwnFile {
  readonly path: string;
  readonly cwd: string;
}

/** What went wrong in code of the user, and in which line of it: our own part of the trace is of no use to its author. */
export function failureText(error: unknown, file: OwnFile): string {
  const message = error instanceof Error ? error.message : String(error);
  // The loader writes places its own way.
  const [, said = message, at] = /^(?:ParseError: )?([\s\S]*?)\s*\n (\S.*:\d+:\d+)\s*$/.exec(message) ?? [];
  const [reason = ''] = said.split('\nRequire stack:');
  const place = at ?? placeIn(error instanceof Error ? (error.stack ?? '') : '', file) ?? file.path;
  return `${reason.trimEnd()} (${slashed(relative(file.cwd, place))})`;
}

/** The innermost line of a trace that is in a file of the user. Columns are those of what the loader made of it. */
function placeIn(trace: string, { path }: OwnFile): string | undefined {
  const home = dirname(path);
  const frames = [...trace.matchAll(/^ +at (?:.*\()?((?:file:\/\/)?[^()]+?)(:\d+):\d+\)?$/gm)].map(
    ([, file = '', line = '']) => ({
      file: file.startsWith('file://') ? fileURLToPath(file) : file,
      line,
    }),
  );
  const isOwn = (file: string) => isBelow(file, home) && !/[\\/]node_modules[\\/]/.test(relative(home, file));
  const frame = frames.find(({ file }) => isOwn(file)) ?? frames.find(({ file }) => file === path);
  return frame && frame.file + frame.line;
}

/** A step of the user that says where its code failed. */
export function locatedStep(step: Step, file: OwnFile): Step {
  const located = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      // A config that cannot be read to its end is no mistake in the code.
      throw error instanceof ConfigProblem ? error : new Error(failureText(error, file), { cause: error });
    }
  };
  if (step.kind === 'codemod') {
    const { codemod } = step.codemod;
    return { ...step, codemod: { ...step.codemod, codemod: (...args) => located(() => codemod(...args)) } };
  }
  const transforms = step.transforms.map((transform): (typeof step.transforms)[number] => ({
    ...transform,
    run: (config, context) =>
      located(() => {
        const found = transform.run(config, context);
        // It may be a generator, which only runs when it is read; or, by mistake, a promise.
        return Symbol.iterator in Object(found) ? [...found] : found;
      }),
  }));
  return { ...step, transforms };
}
