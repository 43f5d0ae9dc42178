import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/harness/build-web.ts',
  outputDir: 'test-results',
  // Each worker runs the whole product and a browser, which keep more than one core busy. With more workers the same
  // journeys take up to twice the CPU. Journeys of installations mostly wait for starts and checks, so one more worker
  // runs them beside the others. They come first, so that none of them runs alone at the end.
  workers: 3,
  projects: [
    { name: 'installations', testMatch: 'installations/*.spec.ts', workers: 1 },
    { name: 'pages', testIgnore: 'installations/**', workers: 2 },
  ],
  forbidOnly: true,
  timeout: 300_000,
  expect: { timeout: 90_000 },
  reporter: 'list',
  use: {
    // The window is high enough to show everything that a journey compares, because content far outside of the window
    // is not drawn.
    viewport: { width: 1280, height: 2500 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Without animations a click need not wait for its button to stop moving.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording a trace of every journey would take a quarter of the total time.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
