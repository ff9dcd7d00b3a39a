import type { Plan } from '../../../src/check/checked-plan.ts';

/** A follow-up as `followups.json` of a fixture has it. */
export interface ExpectedFollowUp {
  readonly code: string;
  readonly file: string;
  readonly line: number;
  /** Every place that it is about, as `file:line`, where there may be more than one. */
  readonly evidence?: readonly string[];
}

/** One line for each, sorted: what is to be done counts here, not in which order it is reported. */
export function followUpLines(list: readonly ExpectedFollowUp[]): string[] {
  return list
    .map(({ code, file, line, evidence = [] }) =>
      [`${code} ${file}:${line}`, ...evidence].join(', '),
    )
    .toSorted();
}

/** The follow-ups of a plan, in the form that fixtures have them. */
export function followUpsOf({ projects, followUps }: Plan): ExpectedFollowUp[] {
  const all = [...projects.flatMap((project) => project.followUps), ...followUps];
  return all.map(({ code, file, line, evidence }) => {
    const places = evidence.map((place) => `${place.file}:${place.line}`);
    return { code, file, line, ...(places.length > 0 ? { evidence: places } : {}) };
  });
}
