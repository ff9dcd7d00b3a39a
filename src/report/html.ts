import { changesSection } from './html/changes.ts';
import { documentOf } from './html/document.ts';
import { fileLinksOf, filesSection } from './html/files.ts';
import { followUpsSection } from './html/follow-ups.ts';
import { movesSection } from './html/moves.ts';
import { optionsSection } from './html/options.ts';
import { overview, titleOf } from './html/overview.ts';
import type { Report } from './report.ts';

/** A report as a page of its own, to read, tick off and share. */
export function htmlOf(report: Report): string {
  const links = fileLinksOf(report);
  const sections = [
    followUpsSection(report, links),
    movesSection(report),
    optionsSection(report),
    changesSection(report, links),
    filesSection(report),
  ];
  return documentOf({
    title: titleOf(report),
    overview: overview(report),
    sections: sections.filter((section) => section !== undefined),
  });
}
