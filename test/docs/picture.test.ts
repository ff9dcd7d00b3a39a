import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { linesOfTerminal } from '../../scripts/picture/ansi.ts';
import { excerptOf, plainText } from '../../scripts/picture/excerpt.ts';
import { columns } from '../../scripts/picture.ts';
import { hasPseudoTerminal, plainScreen } from '../cli/support/terminal.ts';
import { openStage, root } from './support/stage.ts';

const stage = openStage();
afterAll(stage.remove);

const svg = readFileSync(join(root, 'docs/dry-run.svg'), 'utf8');

/** The lines of text in the picture. */
function linesShown(): string[] {
  const texts = [...svg.matchAll(/<text [^>]*>(.*?)<\/text>/g)].map(([, inner = '']) => inner);
  return texts.map((inner) =>
    inner
      .replaceAll(/<\/?tspan[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
}

describe('the picture of a dry run', () => {
  it.skipIf(!hasPseudoTerminal)(
    'shows what a terminal shows, and says how much it leaves out',
    () => {
      const shop = stage.shop('shop', 'nuxt');
      const command = `stty rows 50 cols ${columns}; exec fw-migrate v4 --dry-run < /dev/null`;
      const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
        cwd: shop,
        encoding: 'utf8',
        env: { ...process.env, PATH: `${join(stage.folder, 'bin')}:${process.env.PATH}` },
      });
      // Progress is written over.
      const screen = plainScreen(stdout.replace(/[^\n]*\r\p{Cc}\[K/gu, '')).trimEnd();
      // An empty line is only room in the picture.
      const excerpt = excerptOf(linesOfTerminal(screen)).map(plainText).filter(Boolean);
      expect(linesShown()).toEqual(['$ fw-migrate v4 --dry-run', ...excerpt]);
    },
  );

  it('fits its columns, loads nothing, and has colours for light and dark', () => {
    for (const line of linesShown()) expect([...line].length).toBeLessThanOrEqual(columns);
    expect(svg).not.toMatch(/(?:href|src)=|url\(|@import/);
    expect(svg).toContain('prefers-color-scheme: dark');
  });
});

describe('terminal codes', () => {
  const esc = '\u001B';

  it('become pieces of one look, over several lines', () => {
    expect(linesOfTerminal(`a${esc}[1m${esc}[32mb\nc${esc}[39md${esc}[22m`)).toEqual([
      [
        { text: 'a', styles: [] },
        { text: 'b', styles: ['bold', 'green'] },
      ],
      [
        { text: 'c', styles: ['bold', 'green'] },
        { text: 'd', styles: ['bold'] },
      ],
    ]);
  });

  it('that are not known are an error', () => {
    expect(() => linesOfTerminal(`${esc}[45mx`)).toThrow('Unknown terminal code 45');
  });
});
