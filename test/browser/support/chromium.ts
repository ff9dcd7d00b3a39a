import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Whether tests in a browser can do without one; where it is asked for, they fail instead. */
export const isBrowserMissing =
  !existsSync(executablePath) && process.env.FW_MIGRATE_BROWSER !== 'required';

if (isBrowserMissing)
  console.warn(
    `No browser at ${executablePath}: its tests are skipped. CHROMIUM_PATH names another place.`,
  );

/** What keeps somebody from using a page: the rules that are broken, and where. */
export async function violationsOn(page: Page): Promise<string[][]> {
  await page.evaluate(axe.source);
  // Nothing is told of what is right, which takes most of the time.
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run({ resultTypes: ['violations'] })`,
  );
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
}

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
