/** The formats for services that show results beside the code: SARIF, and annotations of GitHub workflows. */

import packageJson from '../../package.json' with { type: 'json' };
import { positionText } from '../base/position.ts';
import { fwFollowUps } from '../catalogue/index.ts';
import { jsonText, present, visible, visibleLine } from './printing.ts';
import type { FollowUpReport, PlaceReport, Report, RunReport } from './report.ts';
import { commandFor, counted, countsLine, originSentence } from './sentences.ts';
import { allFollowUps, catalogueOf, openFollowUps, placesOf, repositoryPlace } from './summary.ts';

/** The report as SARIF 2.1.0, for services that show the results of analysers. The version is our own. */
export function sarifOf(report: Report, { version }: { readonly version: string }): string {
  const { run } = report;
  const followUps = allFollowUps(report);
  const kinds = new Map(followUps.map(({ code, kind }) => [code, kind]));
  const codes = [...kinds.keys()].toSorted();
  const rules = codes.map((code) => ruleOf(code, kinds.get(code) ?? 'verify', report));
  const indexes = new Map(codes.map((code, index) => [code, index]));
  const name = 'fw-migrate';
  const driver = { name, version: run?.version ?? version, informationUri: repository, rules };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver },
        ...(run && { invocations: [invocationOf(run)] }),
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: {
          [sourceRoot]: { description: { text: 'The root of the git repository.' } },
        },
        results: followUps.map((followUp) =>
          resultOf(followUp, indexes.get(followUp.code) ?? -1, report),
        ),
      },
    ],
  };
  return jsonText(log);
}

const sourceRoot = '%SRCROOT%';
const repository = packageJson.repository.url.replace(/^git\+|\.git$/g, '');
const levels = { decide: 'warning', verify: 'note' };
const baselineStates = { new: 'new', open: 'unchanged', done: 'absent' };

function invocationOf({ command, commit }: RunReport) {
  const properties = commit !== undefined && { properties: { commit } };
  return { commandLine: visibleLine(command), executionSuccessful: true, ...properties };
}

/** The rule for a code; codes of a user's transform have only a name. */
function ruleOf(code: string, kind: FollowUpReport['kind'], report: Report) {
  const rule = { id: visibleLine(code), defaultConfiguration: { level: levels[kind] } };
  const followUpText = catalogueOf(report).followUpText(code);
  if (!followUpText) return rule;
  const { title, explanation } = followUpText;
  const explain = commandFor(report, `explain ${code}`);
  // An edition may add its own codes, which our docs do not have.
  const isInDocs = Object.hasOwn(fwFollowUps, code);
  const helpUri = `${repository}/blob/HEAD/docs/follow-ups.md#${code}`;
  const more = isInDocs ? `[More about \`${code}\`](${helpUri}), or ` : '';
  return {
    ...rule,
    shortDescription: { text: unticked(title) },
    fullDescription: { text: unticked(explanation) },
    help: {
      text: `${unticked(explanation)} On the command line: ${explain}`,
      markdown: `${explanation}\n\n${more}\`${explain}\` on the command line.`,
    },
    ...(isInDocs && { helpUri }),
  };
}

function unticked(text: string): string {
  return text.replaceAll('`', '');
}

function resultOf(followUp: FollowUpReport, ruleIndex: number, report: Report) {
  const { id, code, kind, message, status } = followUp;
  const places = placesOf(followUp);
  const [first, ...others] = places.map((place) => locationOf(place, report));
  const relatedLocations = others.map((location, index) => {
    const reason = places[index + 1]?.reason;
    const text = `Place ${index + 2} of ${places.length}${reason === undefined ? '' : `: ${reason}`}.`;
    return { id: index + 1, ...location, message: messageText(text) };
  });
  return {
    ruleId: visibleLine(code),
    ruleIndex,
    level: levels[kind],
    message: messageText(message),
    locations: [first],
    ...(relatedLocations.length > 0 ? { relatedLocations } : {}),
    partialFingerprints: { 'fwMigrateFollowUp/v1': id },
    ...(status ? { baselineState: baselineStates[status] } : {}),
  };
}

function locationOf(place: PlaceReport, report: Report) {
  const { file, line, column } = repositoryPlace(place, report);
  // An unpaired surrogate, which no URI can hold, becomes a replacement character.
  const uri = Buffer.from(file).toString().split('/').map(encodeURIComponent).join('/');
  return {
    physicalLocation: {
      artifactLocation: { uri, uriBaseId: sourceRoot },
      region: { startLine: line, startColumn: column },
    },
  };
}

/** SARIF reads `[text](target)` in a message as a link. */
function messageText(message: string) {
  return { text: visibleLine(message).replaceAll('](', '\\](') };
}

/** The report as annotations of a GitHub workflow, one escaped command per line. */
export function githubOf(report: Report): string {
  const annotations = openFollowUps(report).flatMap((followUp) => annotationsOf(followUp, report));
  // GitHub shows only the first few of each kind, so further places of a follow-up come last.
  const lines = annotations.toSorted((a, b) => a.round - b.round).map(({ line }) => line);
  const summed = present([countsLine(report), originSentence(report)]).join(' ');
  return [command('notice', { title: 'fw-migrate' }, summed), ...lines]
    .map((line) => `${line}\n`)
    .join('');
}

// Nobody reads more places of one follow-up in a pull request.
const mostPlaces = 10;

/** One annotation for each place; `round` is the index of the place. */
function annotationsOf(followUp: FollowUpReport, report: Report) {
  const { kind, code, message } = followUp;
  const places = placesOf(followUp);
  const first = places[0] && positionText(repositoryPlace(places[0], report));
  const title = unticked(catalogueOf(report).followUpText(code)?.title ?? code);
  const hidden = places.length - mostPlaces;
  return places.slice(0, mostPlaces).map((place, round) => {
    const { file, line, column } = repositoryPlace(place, report);
    const properties = { file, line, col: column, title: `To ${kind}: ${title}` };
    const text = present([
      message,
      place.reason !== undefined && `Here: ${place.reason}.`,
      round > 0 && `Place ${round + 1} of ${places.length}, the first is ${first}.`,
      round === mostPlaces - 1 &&
        hidden > 0 &&
        `${counted(hidden, 'more place is', 'more places are')} not shown.`,
    ]).join(' ');
    return { round, line: command(kind === 'decide' ? 'warning' : 'notice', properties, text) };
  });
}

function command(level: 'warning' | 'notice', properties: object, message: string): string {
  const list = Object.entries(properties).map(([name, value]) => {
    const text = dataText(visible(String(value)));
    return `${name}=${text.replaceAll(':', '%3A').replaceAll(',', '%2C')}`;
  });
  return `::${level} ${list.join(',')}::${dataText(visibleLine(message))}`;
}

function dataText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
