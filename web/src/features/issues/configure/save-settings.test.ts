import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { csrf } from '@app/shared/contract/auth.ts';
import { watchdogsByType } from '@app/shared/watchdogs/registry.ts';
import { currentToasts, dismissToast } from '../../../ui/overlays/toast-store.ts';
import { openPanels } from './open-panels.ts';
import { saveSettings } from './save-settings.ts';

const kind = watchdogsByType.starRatingRecentChange;
const { type } = kind;
const saved = { oneTenthPrecisionUp: false, reviewCountDropMinimumThreshold: 1 };
const overtaken = () => Response.json({ code: 'settingsOvertaken', message: 'Overtaken' }, { status: 409 });

let answers: Response[];
let sent: unknown[];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit = {}) => {
    if (url === csrf.path) return Response.json({ headerName: 'x-csrf-token', token: 't' });
    sent.push(method === 'GET' ? 'look' : JSON.parse(typeof body === 'string' ? body : 'null'));
    return answers.shift();
  });
  vi.stubGlobal('document', { cookie: '' });
  openPanels.toggle(type);
  openPanels.change(type, { name: 'reviewCountDropMinimumThreshold', value: 9, saved });
});
afterEach(() => {
  openPanels.closeAll();
  for (const { id } of currentToasts()) dismissToast(id);
  vi.unstubAllGlobals();
});

const change = (value: number, before: number) => ({
  settings: { reviewCountDropMinimumThreshold: value },
  seen: { reviewCountDropMinimumThreshold: before },
});

test('a setting that somebody else has saved meanwhile is shown to the person, and nothing is saved', async () => {
  answers = [overtaken(), Response.json({ ...saved, reviewCountDropMinimumThreshold: 7 })];

  const differences = await saveSettings(new QueryClient(), kind);

  expect(differences).toEqual([{ name: 'reviewCountDropMinimumThreshold', theirs: 7, mine: 9 }]);
  expect(sent).toEqual([change(9, 1), 'look']);
  expect(openPanels.areUnsaved()).toBe(true);
});

test('what two people have changed without contradiction is saved without a question', async () => {
  answers = [overtaken(), Response.json({ ...saved, oneTenthPrecisionUp: true }), Response.json(saved)];

  const differences = await saveSettings(new QueryClient(), kind);

  expect([differences, sent]).toEqual([[], [change(9, 1), 'look', change(9, 1)]]);
  expect(openPanels.areUnsaved()).toBe(false);
});

test('during an upgrade, when a server is older than the page, a panel says to try again and keeps the changes', async () => {
  const unknownCall = { code: 'notFound', message: 'This does not exist, or no longer does' };
  answers = [Response.json(unknownCall, { status: 404 })];

  expect(await saveSettings(new QueryClient(), kind)).toEqual([]);

  expect(currentToasts().at(-1)?.text).toMatch(/^Not saved: .* Please try again in a minute$/);
  expect(sent).toEqual([change(9, 1)]);
  expect(openPanels.areUnsaved()).toBe(true);
});
