import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Each worker runs the whole product beside its browser; half of a journey waits, so that two cores carry two.
  workers: 2,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    // High enough for all cards: what is far from the window is not drawn.
    viewport: { width: 1280, height: 6000 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // A click waits until its button stands still.
    contextOptions: { reducedMotion: 'reduce' },
    // Videos need a download that is not to be had everywhere; traces do not.
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
