import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Whether tests in a browser can do without one; where it is asked for, they fail instead. */
export const isBrowserMissing = !existsSync(executablePath) && process.env.FW_MIGRATE_BROWSER !== 'required';

if (isBrowserMissing)
  console.warn(`No browser at ${executablePath}: its tests are skipped. CHROMIUM_PATH names another place.`);

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
