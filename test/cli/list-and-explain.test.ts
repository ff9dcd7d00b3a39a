import { describe, expect, it } from 'vitest';
import { fwFollowUps as followUps } from '../../src/catalogue/follow-ups.ts';
import { fwCatalogue } from '../../src/catalogue/index.ts';
import { createColors } from '../../src/report/colors.ts';

const { options } = fwCatalogue;

import { explainText } from '../../src/report/explain-text.ts';
import { transforms } from '../../transforms/index.ts';
import { fwMigrate } from './support/run.ts';

describe('list', () => {
  it('names every transform with its options', () => {
    const { status, stdout } = fwMigrate('.', ['list']);
    expect(status).toBe(0);
    for (const { id, summary } of transforms.filter(({ options }) => options.length > 0)) {
      expect(stdout).toContain(summary);
      expect(stdout).toMatch(new RegExp(`^${id} `, 'm'));
    }
    expect(stdout).toContain('generate, generate.routes, generate.exclude');
  });
});

describe('explain', () => {
  it('tells an option in both variants and what happens to it', () => {
    const { status, stdout } = fwMigrate('.', ['explain', 'dir.pages']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Variant B +default "pages"/);
    expect(stdout).toMatch(/Variant A +default "app\/pages"/);
    expect(stdout).toMatch(/migration +paths updated/);
    expect(stdout).toMatch(/transforms +dir/);
  });

  it('tells what a transform does, also one that is called like its option', () => {
    const { stdout } = fwMigrate('.', ['explain', 'src-dir']);
    expect(stdout).toMatch(/^src-dir \(transform\)\nKeeps, adds or removes `srcDir`,/);
    expect(stdout).toMatch(/options +srcDir, rootDir/);
    const both = fwMigrate('.', ['explain', 'generate']).stdout;
    expect(both).toMatch(/^generate\nSettings (?:.*\n)*\ngenerate \(transform\)\nMoves /);
    expect(both).toMatch(/leave it out +fw-migrate v4 --skip generate\n/);
  });

  it('has something to say about every option, every follow-up code and every transform', () => {
    const colors = createColors(false);
    const ids = transforms.map(({ id }) => id);
    for (const name of [...options.keys(), ...Object.keys(followUps), ...ids]) {
      const text = explainText(name, transforms, fwCatalogue, colors);
      expect(text, name).toMatch(/^.+\n.+\n/);
    }
  });

  it('fits a terminal', () => {
    const { stdout } = fwMigrate('.', ['explain', 'source-dir-unknown']);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe('help and version', () => {
  it('show on standard output and end well', () => {
    expect(fwMigrate('.', ['--help'])).toMatchObject({ status: 0, stderr: '' });
    expect(fwMigrate('.', ['transform', '--help']).stdout).toContain('--stdin-filename');
    expect(fwMigrate('.', ['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
