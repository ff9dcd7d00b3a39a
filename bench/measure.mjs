/** The middle of a list of numbers. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/**
 * Runs contenders in turn, so that whatever else the machine does hits all of them alike, and returns the median
 * time of each in milliseconds.
 */
export function race(contenders, rounds, warmUp = 0) {
  const times = new Map(Object.keys(contenders).map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(contenders)) {
      const start = performance.now();
      run();
      if (round >= 0) times.get(name).push(performance.now() - start);
    }
  }
  return new Map([...times].map(([name, list]) => [name, median(list)]));
}

/** Prints medians as ratios to the first contender. */
export function printRatios(title, medians) {
  const [[, unit]] = medians;
  console.log(title);
  for (const [name, time] of medians) {
    console.log(
      `  ${name.padEnd(44)} ${time.toFixed(2).padStart(9)} ms  ${(time / unit).toFixed(2).padStart(6)} ×`,
    );
  }
}
