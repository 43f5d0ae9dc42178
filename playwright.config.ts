import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/harness/build-web.ts',
  outputDir: 'test-results',
  // Each worker runs the whole product beside its browser; half of a journey waits, so that two cores carry three.
  workers: 3,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 40_000 },
  reporter: 'list',
  use: {
    // High enough for what a journey looks at side by side: what is far from the window is not drawn.
    viewport: { width: 1280, height: 2500 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // A click waits until its button stands still.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of each journey costs a quarter of the time of all.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
