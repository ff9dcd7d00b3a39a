import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Io } from '../src/cli/io.ts';
import { v4Command } from '../src/cli/v4.ts';
import { createColors } from '../src/report/colors.ts';
import type { Page } from './docs/page.ts';
import { linesOfTerminal, type Piece } from './picture/ansi.ts';
import { excerptOf } from './picture/excerpt.ts';
import { svgOf } from './picture/svg.ts';

/** The columns of the terminal in the picture. */
export const columns = 96;

/** `docs/dry-run.svg`: what a dry run on the bundled example looks like. */
export async function picture(root: string): Promise<Page> {
  const lines = linesOfTerminal((await dryRun(join(root, 'examples/nuxt'))).trimEnd());
  const prompt: Piece[] = [
    { text: '$ ', styles: ['dim'] },
    { text: 'fw-migrate v4 --dry-run', styles: ['bold'] },
  ];
  return { path: 'docs/dry-run.svg', text: svgOf([prompt, ...excerptOf(lines)], columns) };
}

/** Runs the command as on a terminal, in a copy that no repository is around. */
async function dryRun(folder: string): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'fw-migrate-picture-'));
  try {
    cpSync(folder, cwd, { recursive: true });
    let screen = '';
    const write = (text: string) => {
      screen += text;
    };
    const look = { colors: createColors(true), width: columns };
    const io: Io = {
      ...{ out: write, exact: write, err: write, cwd, outLook: look, errLook: look },
      ...{ outKind: 'terminal', logs: [] },
      ...{ version: '', terminal: undefined, progress() {} },
      readStdin: async () => Buffer.alloc(0),
    };
    await v4Command([], { dryRun: true }, io);
    return screen;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
