import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tests, and the commands that they start, keep their secret apart from that of whoever runs them. */
export default function setup(): () => void {
  const home = mkdtempSync(join(tmpdir(), 'fw-migrate-state-'));
  process.env.XDG_STATE_HOME = home;
  return () => rmSync(home, { recursive: true, force: true });
}
