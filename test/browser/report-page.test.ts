import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { htmlOf } from '../../src/report/html.ts';
import type { Report } from '../../src/report/report.ts';
import { isBrowserMissing, launchBrowser, violationsOn } from './support/chromium.ts';
import { hostileTexts, reportSaying } from './support/hostile-report.ts';
import {
  diffOf,
  followUpWith,
  projectWith,
  reportWith,
  sampleReport,
} from './support/sample-reports.ts';

const written = { ...sampleReport, dryRun: false };

/** What is wrong with a page although it may look right. */
interface Watched {
  readonly page: Page;
  readonly url: string;
  readonly problems: readonly string[];
  readonly requests: readonly string[];
}

interface OpenOptions extends BrowserContextOptions {
  /** Runs in the page before anything else. */
  readonly before?: string;
}

describe.skipIf(isBrowserMissing)('the page in a browser', () => {
  let browser: Browser;
  let folder: string;
  let pages = 0;
  /** The sample report, for tests that change nothing but the size of the window and what is folded. */
  let sample: Watched;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fw-migrate-page-'));
    browser = await launchBrowser();
    sample = await open(sampleReport);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(
    report: Report | string,
    { before = '', ...options }: OpenOptions = {},
  ): Promise<Watched> {
    const file = join(folder, `report-${pages++}.html`);
    writeFileSync(file, typeof report === 'string' ? report : htmlOf(report));
    const url = pathToFileURL(file).href;
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      ...options,
    });
    context.setDefaultTimeout(10_000);
    const page = await context.newPage();
    const problems: string[] = [];
    const requests: string[] = [];
    page.on('console', (message) => problems.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => {
      problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => requests.push(request.url()));
    await page.addInitScript(
      `addEventListener('securitypolicyviolation', ({ blockedURI }) => console.error(blockedURI));${before}`,
    );
    await page.goto(url);
    return { page, url, problems, requests };
  }

  const openEverything = (page: Page) =>
    page.evaluate(`(async () => {
      const closed = () => [...document.querySelectorAll('details:not([open])')];
      while (closed().length > 0) {
        for (const fold of closed()) fold.open = true;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })()`);
  const overflow = (page: Page) =>
    page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

  it('begins with the figures, and folds on a phone what is done', async () => {
    const { page } = sample;
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const box = await page.locator('.figures').boundingBox();
      expect(box?.y, `${width} pixels`).toBeLessThan(300);
    }
    expect(await page.locator('.trees').first().isVisible()).toBe(true);
    const phone = await open(sampleReport, { viewport: { width: 390, height: 844 } });
    expect(await phone.page.locator('.trees').count()).toBe(0);
    const height = await phone.page.evaluate<number>('document.documentElement.scrollHeight');
    expect(height).toBeLessThan(2500);
    await phone.page.context().close();
  });

  it('links places to the editor, from where the page lies', async () => {
    const { page, url } = sample;
    const link = page.getByRole('link', { name: 'web/fw.config.ts:16:20' }).first();
    const here = new URL('.', url).pathname;
    expect(await link.getAttribute('href')).toBe(`vscode://file${here}web/fw.config.ts:16:20`);
  });

  it('loads nothing but itself, and says nothing wrong', async () => {
    const { page, url, problems, requests } = sample;
    expect(await page.title()).toBe('Migration: Variant B to Variant A · fw-migrate');
    await openEverything(page);
    expect(requests).toEqual([url]);
    expect(problems).toEqual([]);
  });

  it('remembers what was ticked, and makes one command of it', async () => {
    const { page } = await open(written);
    const title = 'Done: fw updated from';
    const command = page.getByRole('status').locator('code');
    await page.getByLabel(title).check();
    await page.getByLabel('Done: The config is what').check();
    expect(await command.textContent()).toBe('npx fw-migrate close 9f8e7d6c5b4a 2288de88c253');
    await page.reload();
    expect(await page.getByLabel(title).isChecked()).toBe(true);
    expect(await page.getByText('"fw": "^3.12.0"').isVisible()).toBe(false);
    await page.getByLabel(title).uncheck();
    expect(await command.textContent()).toBe('npx fw-migrate close 9f8e7d6c5b4a');
    await page.context().close();
  });

  it('works where nothing can be stored', async () => {
    const { page, problems } = await open(written, {
      before: `Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } });`,
    });
    await page.getByLabel('Done: fw updated from').check();
    expect(await page.getByRole('status').textContent()).toContain('1 of 5 ticked.');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('says what to do where no script runs', async () => {
    const { page } = await open(sampleReport, { javaScriptEnabled: false });
    expect(await page.locator('noscript code').isVisible()).toBe(true);
    await page.context().close();
  });

  it('copies a command', async () => {
    const { page } = await open(sampleReport, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const copy = page.getByRole('button', { name: 'Copy npx fw-migrate v4' });
    await copy.click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npx fw-migrate v4');
    await page.context().close();
  });

  it('can be used with the keyboard alone', async () => {
    const { page } = await open(written);
    await page.locator('.tasks input').first().focus();
    await page.keyboard.press('Space');
    expect(await page.getByRole('status').textContent()).toContain('1 of 5 ticked.');
    await page.locator('.file summary').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('.file .diff ins').first().waitFor();
    await page.context().close();
  });

  it('fits every screen: only diffs scroll sideways', async () => {
    const { page } = sample;
    await openEverything(page);
    const diff = page.locator('.file .diff').first();
    for (const width of [1280, 390, 360]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await overflow(page), `${width} pixels`).toBe(0);
      const isWide = await diff.evaluate((element) => element.scrollWidth > element.clientWidth);
      expect(isWide, `${width} pixels`).toBe(width < 500);
    }
  });

  it('fits every screen whatever names there are', async () => {
    const long = `${'very-long-name-without-any-break'.repeat(6)}/`;
    const { page } = await open(reportSaying(long.repeat(2)));
    await openEverything(page);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await overflow(page), `${width} pixels`).toBe(0);
    }
    await page.context().close();
  });

  it('follows the system in its colours, and prints light, without its controls', async () => {
    const { page } = await open(sampleReport, { colorScheme: 'dark' });
    const paper = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    expect(await paper()).toBe('rgb(22, 23, 27)');
    await page.emulateMedia({ media: 'print' });
    expect(await paper()).toBe('rgb(251, 250, 248)');
    expect(await page.getByRole('button').count()).toBe(0);
    await page.context().close();
  });

  it('takes nothing that a project says for more than text', async () => {
    const { page, url, problems, requests } = await open(reportSaying(hostileTexts.join(' ')));
    await openEverything(page);
    expect(await page.evaluate('document.scripts.length')).toBe(3);
    expect(await page.evaluate(`document.querySelectorAll('img, svg').length`)).toBe(0);
    expect(
      await page.evaluate(`[...document.links].every(({ protocol }) => protocol === 'vscode:')`),
    ).toBe(true);
    expect(problems).toEqual([]);
    expect(requests).toEqual([url]);
    await page.context().close();
  });

  it('takes thousands of files and follow-ups', async () => {
    const files = Array.from({ length: 2000 }, (_, index) => {
      const lines = Array.from(
        { length: 10 },
        (_, line) => `-const a${line} = '~/x'\n+const a${line} = '~~/x'\n`,
      );
      const path = `pages/page-${index}.ts`;
      return {
        path,
        by: ['references'],
        diff: diffOf(path, path, `@@ -1,3 +1,3 @@\n${lines.join('')}`),
      };
    });
    const followUps = files.map(({ path }, index) =>
      followUpWith({ id: `id${index}`, file: path }),
    );
    const { page, problems } = await open(
      reportWith({ projects: [projectWith({ files, followUps })] }),
    );
    await page.getByText('2000 edited files').click();
    await page.locator('.file').first().waitFor();
    expect(await page.locator('.file').count()).toBe(200);
    await page.getByLabel('Search').fill('id1999');
    expect(await page.locator('.tasks > li').count()).toBe(1);
    await page.getByRole('button', { name: 'Show 1800 more' }).click();
    expect(await page.locator('.file').count()).toBe(2000);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('has nothing in the way of anyone', async () => {
    const { page } = await open(written);
    // What is folded would not be looked at.
    await openEverything(page);
    await page.getByLabel('Done: fw updated from').check();
    expect(await violationsOn(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 900 });
    expect(await violationsOn(page)).toEqual([]);
    await page.context().close();
  });
});
