import { defineEdition } from '../catalogue/edition.ts';
import { defineTransform } from '../plan/transform.ts';
import { play, scriptFrom, variables, viewOf } from './play.ts';

// The engine runs in a worker, so that typing stays smooth and an endless transform can be stopped.

// Browsers lack this function of Node, with which long work lets other tasks run.
globalThis.setImmediate ??= (action) => setTimeout(action);
globalThis[variables.library] = { defineTransform, defineEdition };

/** @param {string} text */
function transformFrom(text) {
  if (text.trim() === '') return [];
  globalThis[variables.exported] = undefined;
  const url = URL.createObjectURL(new Blob([scriptFrom(text)], { type: 'text/javascript' }));
  try {
    importScripts(url);
  } finally {
    URL.revokeObjectURL(url);
  }
  const exported = globalThis[variables.exported];
  if (exported === undefined)
    throw new TypeError(
      'The module exports nothing: write `export default defineTransform({ … })`.',
    );
  return [exported];
}

addEventListener('message', async ({ data: { id, input, transform } }) => {
  const start = performance.now();
  try {
    const view = viewOf(await play(input, transformFrom(transform)));
    postMessage({ id, view, milliseconds: performance.now() - start });
  } catch (error) {
    postMessage({ id, problem: error instanceof Error ? error.message : String(error) });
  }
});

postMessage({ isReady: true });
