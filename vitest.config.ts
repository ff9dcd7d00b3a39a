import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Expected files are written by the tests that compare them: `vitest -u` is to rewrite all of them.
    env: process.argv.some((one) => /^(?:-u|--update\b)/.test(one)) ? { FW_MIGRATE_UPDATE: '1' } : {},
    // In this order: the second makes a temporary folder.
    globalSetup: ['test/support/quick-folder.ts', 'test/support/state-home.ts'],
    // The style of the HTML report is imported as text.
    css: true,
    // Most tests start processes and wait for them; by default one core would be left unused.
    maxWorkers: '100%',
    // No test changes what another one could see, and most of them import the same modules.
    isolate: false,
    // A machine with other work on it may take its time.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    coverage: {
      include: ['src/**/*.ts', 'transforms/*.ts'],
      reporter: ['text', 'html'],
    },
  },
});
