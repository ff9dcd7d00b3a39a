import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { htmlOf } from '../../src/report/html.ts';
import type { Report } from '../../src/report/report.ts';
import { isBrowserMissing, launchBrowser } from './support/chromium.ts';
import { hostileTexts, reportSaying } from './support/hostile-report.ts';
import { diffOf, projectWith, reportWith, sampleReport } from './support/sample-reports.ts';

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

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fw-migrate-page-'));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(report: Report, { before = '', ...options }: OpenOptions = {}): Promise<Watched> {
    const file = join(folder, `report-${pages++}.html`);
    writeFileSync(file, htmlOf(report));
    const url = pathToFileURL(file).href;
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
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

  it('loads nothing but itself, and says nothing wrong', async () => {
    const { page, url, problems, requests } = await open(sampleReport);
    expect(await page.title()).toBe('web and 1 other project: from Variant B to Variant A · fw-migrate');
    expect(requests).toEqual([url]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('filters follow-ups by text, kind, code and project, and tells how many are left', async () => {
    const { page } = await open(sampleReport);
    const shown = page.locator('.follow-up:visible');
    const result = page.locator('[data-shown]');
    expect(await shown.count()).toBe(6);

    await page.getByLabel('Search').fill('IMAGE copies');
    expect(await shown.evaluateAll((items) => items.map(({ id }) => id))).toEqual(['follow-up-c0ffee000001']);
    expect(await result.textContent()).toBe('1 of 6 shown');
    expect(await page.getByRole('heading', { name: /^Decide/ }).isVisible()).toBe(false);

    await page.getByLabel('Search').fill('nothing like it');
    expect(await shown.count()).toBe(0);
    expect(await page.getByText('No follow-ups match the filter.').isVisible()).toBe(true);

    await page.getByLabel('Search').fill('');
    await page.getByLabel('Kind').selectOption('decide');
    expect(await result.textContent()).toBe('3 of 6 shown');
    await page.getByLabel('Project', { exact: true }).selectOption('admin/fw.config.js');
    expect(await result.textContent()).toBe('1 of 6 shown');
    await page.getByLabel('Project', { exact: true }).selectOption('');
    await page.getByLabel('Code').selectOption('removed-experimental');
    expect(await result.textContent()).toBe('1 of 6 shown');
    await page.context().close();
  });

  it('remembers what was ticked off', async () => {
    const { page } = await open(sampleReport);
    const progress = page.locator('#progress-text');
    expect(await progress.textContent()).toBe('0 of 5 done');
    const title = 'Done: The framework version changes';
    await page.getByLabel(title).check();
    expect(await progress.textContent()).toBe('1 of 5 done');

    await page.reload();
    expect(await progress.textContent()).toBe('1 of 5 done');
    expect(await page.getByLabel(title).isChecked()).toBe(true);
    await page.getByLabel('Hide done').check();
    expect(await page.locator('[data-shown]').textContent()).toBe('4 of 6 shown');

    await page.getByLabel('Hide done').uncheck();
    await page.getByLabel(title).uncheck();
    await page.reload();
    expect(await progress.textContent()).toBe('0 of 5 done');
    await page.context().close();
  });

  it('works where nothing can be stored', async () => {
    const { page, problems } = await open(sampleReport, {
      before: `Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } });`,
    });
    await page.getByLabel('Done: The framework version changes').check();
    expect(await page.locator('#progress-text').textContent()).toBe('1 of 5 done');
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await page.getByLabel('Side by side').check();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('can be read where no script runs', async () => {
    const { page } = await open(sampleReport, { javaScriptEnabled: false });
    expect(await page.locator('.filters').isVisible()).toBe(false);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByText('was on, but Variant A no longer has it.').isVisible()).toBe(true);
    expect(await page.locator('.trees').isVisible()).toBe(true);
    await page.context().close();
  });

  it('follows the system in its colours until told otherwise, and remembers that', async () => {
    const { page } = await open(sampleReport, { colorScheme: 'dark' });
    const toggle = page.getByRole('button', { name: 'Dark theme' });
    const paper = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const dark = await paper();
    expect(await toggle.getAttribute('aria-pressed')).toBe('true');
    await toggle.click();
    const light = await paper();
    expect(light).not.toBe(dark);
    await page.reload();
    expect(await paper()).toBe(light);
    expect(await toggle.getAttribute('aria-pressed')).toBe('false');
    await page.context().close();
  });

  it('shows differences one below the other, or side by side', async () => {
    const { page } = await open(sampleReport);
    const first = page.locator('#file-1');
    const place = async (selector: string) => {
      const box = await first.locator(selector).first().boundingBox();
      return { x: box?.x ?? 0, y: box?.y ?? 0 };
    };
    expect((await place('ins')).y).toBeGreaterThan((await place('del')).y);

    await page.getByLabel('Side by side').check();
    expect((await place('ins')).y).toBe((await place('del')).y);
    expect((await place('ins')).x).toBeGreaterThan((await place('del')).x);
    expect((await place('.twin')).y).toBe((await place('.same > :not(.twin)')).y);

    await page.reload();
    expect(await page.getByLabel('Side by side').isChecked()).toBe(true);
    await page.locator('#file-4 summary').click();
    await page.locator('#file-4 .twin').first().waitFor();

    await page.getByLabel('Unified').check();
    expect(await page.locator('.twin:visible').count()).toBe(0);
    await page.context().close();
  });

  it('opens a file that a link leads to', async () => {
    const { page } = await open(sampleReport);
    const last = page.locator('#file-4');
    expect(await last.getAttribute('open')).toBeNull();
    await page.getByRole('link', { name: 'web/styles/theme.scss' }).click();
    await page.locator('#file-4[open]').waitFor();
    await page.getByRole('button', { name: 'Close all' }).click();
    expect(await page.locator('.file[open]').count()).toBe(0);
    await page.getByRole('button', { name: 'Open all' }).click();
    expect(await page.locator('.file[open]').count()).toBe(4);
    await page.context().close();
  });

  it('shows the options that change, those that cannot be known, or all', async () => {
    const { page } = await open(sampleReport);
    const rows = page.locator('.options tbody tr:visible');
    expect(await rows.count()).toBe(2);
    expect(await page.locator('[data-options-shown]').textContent()).toBe('2 of 6 shown');
    await page.getByLabel('Unknown (1)').check();
    expect(await rows.count()).toBe(1);
    await page.getByLabel('All (6)').check();
    expect(await rows.count()).toBe(6);
    expect(await page.locator('[data-options-shown]').textContent()).toBe('6 of 6 shown');
    await page.context().close();
  });

  it('copies a command', async () => {
    const { page } = await open(sampleReport, { permissions: ['clipboard-read', 'clipboard-write'] });
    const copy = page.getByRole('button', { name: 'Copy npx fw-migrate v4' });
    await copy.click();
    await copy.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npx fw-migrate v4');
    await page.context().close();
  });

  it('can be used with the keyboard alone', async () => {
    const { page } = await open(sampleReport);
    const focused = () =>
      page.evaluate<string>('document.activeElement.textContent || document.activeElement.id');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the report');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');

    await page.getByLabel('Done: The config cannot be read').focus();
    await page.keyboard.press('Space');
    expect(await page.locator('#progress-text').textContent()).toBe('1 of 5 done');

    await page.getByLabel('Unified').focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.files').getAttribute('data-view')).toBe('split');

    await page.locator('#file-4 summary').focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('#file-4').getAttribute('open')).toBe('');
    await page.context().close();
  });

  it('fits a phone: only differences scroll sideways, and moves are a table', async () => {
    const { page } = await open(sampleReport, { viewport: { width: 360, height: 740 } });
    await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = true`);
    const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(await overflow()).toBe(0);
    expect(await page.locator('.trees').isVisible()).toBe(false);
    expect(await page.locator('.move-table').isVisible()).toBe(true);
    await page.getByLabel('Side by side').check();
    expect(await overflow()).toBe(0);
    const diff = page.locator('#file-1 .diff');
    await diff.scrollIntoViewIfNeeded();
    expect(await diff.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
    await page.context().close();
  });

  it('shows on a phone that its navigation scrolls, and to the end', async () => {
    const { page } = await open(sampleReport, { viewport: { width: 390, height: 844 } });
    const nav = page.locator('.top nav');
    expect(await nav.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
    const sign = () =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('.top ul'), '::after').opacity`);
    expect(await sign()).toBe('1');
    await nav.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
    await expect.poll(sign).toBe('0');
    const [last, box] = [await nav.locator('li').last().boundingBox(), await nav.boundingBox()];
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
    // Where everything fits, nothing is promised.
    await page.setViewportSize({ width: 700, height: 844 });
    await expect.poll(sign).toBe('0');
    await page.context().close();
  });

  it('fits a phone whatever names there are', async () => {
    const long = `${'very-long-name-without-any-break'.repeat(6)}/`;
    const { page } = await open(reportSaying(long.repeat(2)), { viewport: { width: 360, height: 740 } });
    await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = true`);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await page.context().close();
  });

  it('prints without its controls', async () => {
    const { page } = await open(sampleReport, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.top').isVisible()).toBe(false);
    expect(await page.locator('.filters').isVisible()).toBe(false);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(251, 250, 248)');
    await page.context().close();
  });

  it('takes nothing that a project says for more than text', async () => {
    const { page, url, problems, requests } = await open(reportSaying(hostileTexts.join(' ')));
    expect(await page.evaluate('document.scripts.length')).toBe(2);
    expect(await page.evaluate(`document.querySelectorAll('img, svg:not(.curves)').length`)).toBe(0);
    expect(await page.evaluate(`[...document.links].every(({ protocol }) => protocol === 'file:')`)).toBe(
      true,
    );
    await page.getByLabel(/^Done:/).check();
    expect(await page.locator('#progress-text').textContent()).toBe('1 of 1 done');
    expect(problems).toEqual([]);
    expect(requests).toEqual([url]);
    await page.context().close();
  });

  it('takes a thousand files', async () => {
    const files = Array.from({ length: 1000 }, (_, index) => {
      const lines = Array.from(
        { length: 10 },
        (_, line) => `-const a${line} = '~/x'\n+const a${line} = '~~/x'\n`,
      );
      const path = `pages/page-${index}.ts`;
      return { path, by: ['references'], diff: diffOf(path, path, `@@ -1,3 +1,3 @@\n${lines.join('')}`) };
    });
    const { page, problems } = await open(reportWith({ projects: [projectWith({ files })] }));
    expect(await page.locator('.file').count()).toBe(1000);
    await page.getByRole('button', { name: 'Open all' }).click();
    await page.getByLabel('Side by side').check();
    expect(await page.locator('.file[open]').count()).toBe(1000);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it.each([
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 1280 },
    { colorScheme: 'dark', width: 360 },
  ] as const)(
    'has nothing in the way of anyone: $colorScheme, $width pixels',
    async ({ colorScheme, width }) => {
      const { page } = await open(sampleReport, { colorScheme, viewport: { width, height: 900 } });
      // What is folded or out of sight would not be looked at.
      await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = true;
      for (const part of document.querySelectorAll('.file, .evidence li, .only-moved li'))
        part.style.contentVisibility = 'visible';`);
      await page.getByLabel('Done: The framework version changes').check();
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
      expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
      await page.context().close();
    },
  );
});
