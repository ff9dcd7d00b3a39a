import { type Findings, type ProofReport, type Report, summaryOf } from './report.ts';

/** Reports that do not belong together. */
export class MergeProblem extends Error {
  override readonly name = 'MergeProblem';
}

/** One report of several: the shards of a run, or runs on other projects of the same repository. */
export function mergeReports([first, ...others]: readonly [Report, ...Report[]]): Report {
  const all = [first, ...others];
  for (const { dryRun, base } of others) {
    if (base !== first.base)
      throw new MergeProblem(
        `The reports are of different folders (\`${first.base || '.'}\` and \`${base || '.'}\`). Merge those of one folder.`,
      );
    if (dryRun !== first.dryRun)
      throw new MergeProblem('One report is of a dry run, another of a real one. Merge those of one kind.');
  }
  const projects = all.flatMap((report) => report.projects);
  const twice = projects.find(({ root }, index) => projects.findIndex((one) => one.root === root) !== index);
  if (twice)
    throw new MergeProblem(
      `The project ${twice.root || '.'} is in two of the reports. Each must be in one alone.`,
    );
  const content = {
    projects: projects.toSorted((a, b) => (a.root < b.root ? -1 : 1)),
    elsewhere: mergeFindings(all.map(({ elsewhere }) => elsewhere)),
  };
  const sumOf = (count: (proof: ProofReport) => number) =>
    all.reduce((sum, report) => sum + count(report.proof), 0);
  const proof = {
    references: {
      checked: sumOf(({ references }) => references.checked),
      same: sumOf(({ references }) => references.same),
      followed: sumOf(({ references }) => references.followed),
      brokenBefore: sumOf(({ references }) => references.brokenBefore),
    },
    texts: sumOf(({ texts }) => texts),
    unrecorded: all.flatMap((report) => report.proof.unrecorded).toSorted(),
  };
  return { ...first, ...content, proof, summary: summaryOf(content) };
}

function mergeFindings(list: readonly Findings[]): Findings {
  const [first, ...others] = list.filter(({ files, followUps }) => files.length > 0 || followUps.length > 0);
  if (first && others.length > 0)
    throw new MergeProblem(
      'More than one report holds what belongs to no project, so they are not shards of one run.',
    );
  return first ?? { files: [], followUps: [] };
}
