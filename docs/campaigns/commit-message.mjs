// Makes a commit message from a report: node commit-message.mjs report.json
import { readFileSync } from 'node:fs';

const { projects, elsewhere, summary } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const followUps = [...projects, elsewhere].flatMap((part) => part.followUps);

const lines = [
  'Migrate to Variant A with fw-migrate',
  '',
  `${summary.projects} projects, ${summary.moved} files moved, ${summary.changed} files changed.`,
];
for (const kind of ['decide', 'verify']) {
  const open = followUps.filter((one) => one.kind === kind && one.status !== 'done');
  if (open.length > 0) lines.push('', `To ${kind}:`);
  for (const { code, message, ...before } of open) {
    const { file, line } = before.after ?? before;
    lines.push(`- ${file}:${line} ${message} (${code})`);
  }
}
console.log(lines.join('\n'));
