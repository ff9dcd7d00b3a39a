import { Session } from 'node:inspector/promises';

/**
 * Counts what some work does, which is the same on every machine: how often each block of code is run, in the project
 * and in its libraries, and how many characters are looked at by the searches of strings and regular expressions. What a
 * regular expression does when it goes back within one search is not seen.
 */
export async function countSteps(work: () => Promise<unknown>): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const searched = watchSearches();
  try {
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const counted = result.filter(({ url }) => !/^node:|vitest|count-steps/.test(url));
    const blocks = counted.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges));
    return blocks.reduce((sum, { count }) => sum + count, 0) + searched.stop();
  } finally {
    searched.stop();
    session.disconnect();
  }
}

/** Adds up how far searches go: up to what they find, or to the end. */
function watchSearches(): { stop(): number } {
  let characters = 0;
  const { indexOf, includes } = String.prototype;
  const { exec } = RegExp.prototype;
  const look = (from: number, found: number, end: number) => {
    characters += Math.max(1, (found === -1 ? end : found) - from);
  };
  String.prototype.indexOf = function (text, from = 0) {
    const found = indexOf.call(this, text, from);
    look(from, found, this.length);
    return found;
  };
  String.prototype.includes = function (text, from = 0) {
    look(from, indexOf.call(this, text, from), this.length);
    return includes.call(this, text, from);
  };
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    look(from, found ? found.index + found[0].length : -1, this.sticky ? from : text.length);
    return found;
  };
  return {
    stop() {
      Object.assign(String.prototype, { indexOf, includes });
      RegExp.prototype.exec = exec;
      return characters;
    },
  };
}
