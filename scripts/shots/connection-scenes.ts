import type { Page } from '@playwright/test';
import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import type { Connection } from '@app/shared/contract/connections.ts';
import type { Scene } from './photograph.ts';

const seconds = (agoMs: number): number => Math.floor((Date.now() - agoMs) / 1000);
const email = 'a-rather-long-name-of-the-controlling-team@marrowby-and-daughters.example';

interface ShownStatus {
  readonly connection: Connection | null;
  readonly email: string | null;
}

const mockStatus =
  (status: () => ShownStatus) =>
  (page: Page): Promise<unknown> =>
    page.route('**/api/googlesheets/connection-status', (route) => {
      const shown = status();
      const { connection } = shown;
      const spreadsheetId = connection?.lastSuccessAt ? '1a2b3c' : null;
      return route.fulfill({
        json: {
          ...shown,
          enabled: connection !== null,
          spreadsheetId,
          connectionError: connection?.state === 'error' ? connection.reason : null,
          available: true,
          spreadsheetUrl: spreadsheetId && 'https://docs.google.com/spreadsheets/d/1a2b3c/edit',
          authorizationId: null,
        },
      });
    });

const scene = (name: string, status: () => ShownStatus): Scene => ({
  name: `settings-connections-${name}`,
  path: '/settings#connections',
  before: mockStatus(status),
  prepare: (page) =>
    page.getByRole('region', { name: 'Connections', exact: true }).evaluate((section) => {
      section.scrollIntoView({ block: 'start' });
    }),
});

/** Scenes of a connection to another service, one for each state of the connection. */
export const connectionScenes: readonly Scene[] = [
  scene('none', () => ({ connection: null, email: null })),
  scene('pending', () => ({
    email: 'pending',
    connection: {
      state: 'pending',
      reason: null,
      since: seconds(minuteMs),
      lastSuccessAt: null,
      nextTryAt: seconds(-minuteMs),
    },
  })),
  scene('connected', () => ({
    email,
    connection: {
      state: 'connected',
      reason: null,
      since: seconds(50 * hourMs),
      lastSuccessAt: seconds(20 * minuteMs),
      nextTryAt: seconds(-40 * minuteMs),
    },
  })),
  scene('error', () => ({
    email,
    connection: {
      state: 'error',
      reason:
        'Google Sheets no longer lets Watchpost in: the access was taken back, or it has expired. Please connect again.',
      since: seconds(2 * hourMs),
      lastSuccessAt: seconds(3 * hourMs),
      nextTryAt: null,
    },
  })),
];
