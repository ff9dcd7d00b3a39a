import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tests, and the commands that they start, keep their secret apart from that of whoever runs them. */
export default function setup(): () => void {
  const home = mkdtempSync(join(tmpdir(), 'fw-migrate-state-'));
  process.env.XDG_STATE_HOME = home;
  // Hints name the tool as it was started, which is not how the tests are.
  delete process.env.npm_config_user_agent;
  return () => rmSync(home, { recursive: true, force: true });
}
