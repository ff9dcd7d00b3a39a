#!/usr/bin/env node
/**
 * The program that `fw-migrate` starts: loads the command line, and turns any error into a message and an exit code.
 */

// No static imports: an error in them would end with exit code 1, which means that work is left.

/** Prints a one-line error and exits. Replaces control characters itself, since modules may fail to load. */
function fail(error: unknown): never {
  const cause = error instanceof Error ? error.message : String(error);
  const advice = /\bE[MN]FILE\b|too many open files/i.test(cause)
    ? 'Raise the limit of open files (`ulimit -n 1024`) and run again.'
    : 'Run again; if it fails again, please report it.';
  const trace = process.env.FW_MIGRATE_DEBUG && error instanceof Error ? `\n${error.stack}` : '';
  const text = `fw-migrate failed: ${cause.split('\n', 1)[0]}. ${advice}${trace}`;
  process.stderr.write(
    `${text
      .replace(/[^ -~\n]/g, '?')
      .replaceAll('##', '#?')
      .replaceAll('::', ':?')}\n`,
  );
  process.exit(2);
}

/** Resolves when all output of a stream is written or has failed. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });
}

/** Refuses versions of Node that lack something we use, before anything else is loaded. */
function refuseOldNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isKnown = major >= 24 || (major === 20 && minor >= 19) || (major === 22 && minor >= 12);
  if (isKnown) return;
  process.stderr.write(
    `fw-migrate needs Node 20.19, 22.12, or 24 and newer; this is Node ${version}. Nothing was changed.\n`,
  );
  process.exit(2);
}

process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);

refuseOldNode(process.versions.node);

try {
  // Newer versions of Node cache compiled code, which halves the start-up time.
  const { default: module } = await import('node:module');
  (module as { readonly enableCompileCache?: () => unknown }).enableCompileCache?.();
  // By default, the heap grows to three times its used size before a collection, and nothing gets faster by it.
  const { default: engine } = await import('node:v8');
  engine.setFlagsFromString('--heap-growing-percent=30');
  // A run is too short for most inlining to pay off: with less of it, a run needs a tenth less CPU time.
  engine.setFlagsFromString('--max-inlined-bytecode-size-cumulative=200');
  const { main, processIo } = await import('./cli/main.ts');
  process.exitCode = await main(process.argv.slice(2), processIo());
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  // Without this, Node would first finish a running garbage collection.
  process.exit();
} catch (error) {
  fail(error);
}
