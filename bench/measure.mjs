/** The middle of a list of numbers. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/**
 * Runs contenders in turn, so that whatever else the machine does hits all of them alike, and returns the times of each
 * in milliseconds, round by round.
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
  return times;
}

/** Prints the median of each contender, and its ratio to the first one in the same round: median, least and most. */
export function printRatios(title, times) {
  const [[, first]] = times;
  console.log(title);
  for (const [name, list] of times) {
    const ratios = list.map((time, round) => time / first[round]);
    const [middle, least, most] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map(
      (one) => one.toFixed(2),
    );
    console.log(
      `  ${name.padEnd(44)} ${median(list).toFixed(2).padStart(9)} ms  ${middle.padStart(6)} × (${least} to ${most})`,
    );
  }
}
