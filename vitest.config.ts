import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests that count steps replace `RegExp.prototype.exec`, after which the engine is slow with regular expressions for
 * as long as the process lives: they run when no other test follows.
 */
class StepCountersLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isCounting = ({ moduleId }: TestSpecification) =>
      moduleId.endsWith('/steps.property.test.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !isCounting(file)), ...sorted.filter(isCounting)];
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Only what fails is printed, and the counts.
    reporters: process.env.GITHUB_ACTIONS ? ['minimal', 'github-actions'] : ['minimal'],
    // Expected files are written by the tests that compare them: `vitest -u` is to rewrite all of them.
    env: process.argv.some((one) => /^(?:-u|--update\b)/.test(one))
      ? { FW_MIGRATE_UPDATE: '1' }
      : {},
    // In this order: the second makes a temporary folder.
    globalSetup: ['test/support/quick-folder.ts', 'test/support/state-home.ts'],
    // The style of the HTML report is imported as text.
    css: true,
    // Most tests start processes and wait for them; by default one core would be left unused.
    maxWorkers: '100%',
    // No test changes what another one could see, and most of them import the same modules.
    isolate: false,
    sequence: { sequencer: StepCountersLast },
    // A machine with other work on it may take its time.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    coverage: {
      include: ['src/**/*.ts', 'transforms/*.ts'],
      reporter: ['text', 'html'],
    },
  },
});
