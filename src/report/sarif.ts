import { catalogueOf } from './catalogue-of.ts';
import { placesOf, repositoryPlace } from './places.ts';
import { jsonText, visibleLine } from './plain.ts';
import type { FollowUpReport, PlaceReport, Report, RunReport, Status } from './report.ts';
import { allFollowUps } from './summary.ts';

/** The report as SARIF 2.1.0, which services that show findings of analysers read. The version is our own. */
export function sarifOf(report: Report, { version }: { readonly version: string }): string {
  const followUps = allFollowUps(report);
  const kinds = new Map(followUps.map(({ code, kind }) => [code, kind]));
  const codes = [...kinds.keys()].toSorted();
  const rules = codes.map((code) => ruleOf(code, kinds.get(code) ?? 'verify', report));
  const indexes = new Map(codes.map((code, index) => [code, index]));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'fw-migrate', version: report.run?.version ?? version, rules } },
        ...(report.run && { invocations: [invocationOf(report.run)] }),
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { [sourceRoot]: { description: { text: 'The root of the git repository.' } } },
        results: followUps.map((followUp) => resultOf(followUp, indexes.get(followUp.code) ?? -1, report)),
      },
    ],
  };
  return jsonText(log);
}

/** How to repeat the run. */
function invocationOf({ command, commit }: RunReport) {
  return {
    commandLine: visibleLine(command),
    executionSuccessful: true,
    ...(commit === undefined ? {} : { properties: { commit } }),
  };
}

const sourceRoot = '%SRCROOT%';
const levels = { decide: 'warning', verify: 'note' } as const;
const baselineStates = { new: 'new', open: 'unchanged', done: 'absent' } as const satisfies {
  readonly [status in Status]: string;
};

/** Of codes that a user's transform brings along only the name is known. */
function ruleOf(code: string, kind: FollowUpReport['kind'], report: Report) {
  const rule = { id: visibleLine(code), defaultConfiguration: { level: levels[kind] } };
  const known = catalogueOf(report).followUpText(code);
  if (!known) return rule;
  const { title, explanation } = known;
  return {
    ...rule,
    shortDescription: { text: title.replaceAll('`', '') },
    fullDescription: { text: explanation },
    help: { text: explanation, markdown: explanation },
  };
}

function resultOf(followUp: FollowUpReport, ruleIndex: number, report: Report) {
  const { id, code, kind, message, status } = followUp;
  const [own, ...others] = placesOf(followUp).map((place) => locationOf(place, report));
  const relatedLocations = others.map((location, index) => ({
    id: index + 1,
    ...location,
    message: { text: 'This place is affected as well.' },
  }));
  return {
    ruleId: visibleLine(code),
    ruleIndex,
    level: levels[kind],
    message: { text: messageText(message) },
    locations: [own],
    ...(relatedLocations.length > 0 ? { relatedLocations } : {}),
    partialFingerprints: { 'fwMigrateFollowUp/v1': id },
    ...(status ? { baselineState: baselineStates[status] } : {}),
  };
}

function locationOf(place: PlaceReport, report: Report) {
  const { file, line, column } = repositoryPlace(place, report);
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(file), uriBaseId: sourceRoot },
      region: { startLine: line, startColumn: column },
    },
  };
}

/** SARIF reads `[text](target)` in a message as a link. */
function messageText(message: string): string {
  return visibleLine(message).replaceAll('](', '\\](');
}

/** A path as a relative URI. Half of a surrogate pair, which no URI can hold, becomes a replacement character. */
function uriOf(path: string): string {
  return Buffer.from(path).toString().split('/').map(encodeURIComponent).join('/');
}
