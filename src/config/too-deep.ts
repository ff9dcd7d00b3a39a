import { ConfigProblem, codeFrame } from './problem.ts';

interface ConfigText {
  readonly path: string;
  readonly text: string;
}

/** Texts can be made so that reading them runs out of stack; that is to be said, not to crash. */
export function guarded<T>(config: ConfigText, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw explained(error, config);
  }
}

/** The error as a person understands it, where it is about the stack; any other as it is. */
export function explained(error: unknown, { path, text }: ConfigText): unknown {
  if (!(error instanceof RangeError) || !error.message.includes('call stack')) return error;
  const at = { file: path, line: 1, column: 1 };
  return new ConfigProblem(
    'The config is nested too deeply to be read.',
    at,
    'Split the deeply nested part off into a file of its own.',
    codeFrame(text.slice(0, 2000), at),
  );
}
