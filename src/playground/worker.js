import * as crypto from 'node:crypto';
import { play } from './play.ts';

// The engine runs in a worker, so that typing stays smooth and a very long run can be stopped.

// Browsers lack these parts of Node.
globalThis.setImmediate ??= (action) => setTimeout(action);
globalThis.process ??= { getBuiltinModule: () => crypto };

addEventListener('message', async ({ data: { id, input } }) => {
  const start = performance.now();
  try {
    const played = await play(input);
    postMessage({ id, played, milliseconds: performance.now() - start });
  } catch (error) {
    postMessage({ id, problem: error instanceof Error ? error.message : String(error) });
  }
});

postMessage({ isReady: true });
