import { beforeEach, expect, test } from 'vitest';
import { DatabaseUnavailable, NodeUnavailable } from '../db/unavailable.ts';
import pg from 'pg';
import { TenantTurns } from './tenant-turns.ts';

let now: Date;
let logged: { readonly tenantId: string; readonly failures: number; readonly message: string }[];
let turns: TenantTurns;

beforeEach(() => {
  now = new Date('2026-11-22T10:00:00Z');
  logged = [];
  const log = {
    error: ({ tenantId, failures }: { tenantId: string; failures: number }, message: string) =>
      void logged.push({ tenantId, failures, message }),
  } as unknown as ConstructorParameters<typeof TenantTurns>[0]['log'];
  turns = new TenantTurns({ clock: { now: () => now }, random: { fraction: () => 0 }, log }, 'a loop');
});

const tenants = ['a', 'b', 'c'];

/** Takes a turn for each tenant. The turns of the named tenants fail. */
async function round(...failing: string[]): Promise<string[]> {
  const taken: string[] = [];
  await turns.each(tenants, async (tenantId) => {
    taken.push(tenantId);
    if (failing.includes(tenantId)) throw new Error('a defect');
  });
  return taken;
}

const pass = (seconds: number) => void (now = new Date(now.getTime() + seconds * 1000));

test('a tenant whose turn throws does not stop the tenants after it', async () => {
  expect(await round('a')).toEqual(['a', 'b', 'c']);
  expect(logged).toEqual([
    { tenantId: 'a', failures: 1, message: 'the turn of a tenant has failed and is tried again' },
  ]);
});

test('a tenant that fails is skipped for 5 s, then for 10 s, and from the beginning again after a success', async () => {
  await round('a');
  expect(await round()).toEqual(['b', 'c']);

  pass(6);
  expect(await round('a')).toEqual(['a', 'b', 'c']);
  pass(6);
  expect(await round()).toEqual(['b', 'c']);

  pass(6);
  expect(await round()).toEqual(['a', 'b', 'c']);
  await round('a');
  pass(6);
  expect(await round()).toEqual(['a', 'b', 'c']);
});

test('a tenant that keeps failing is set aside for the operator, and is still tried within an hour', async () => {
  for (let failures = 1; failures <= 20; failures += 1) {
    expect(await round('a')).toContain('a');
    pass(3601);
  }

  expect(logged.findIndex(({ message }) => message === 'a tenant is set aside after repeated failures')).toBe(7);
});

test('one failed item of a tenant skips its other items of the round', async () => {
  const items = [
    { tenantId: 'a', name: 'first' },
    { tenantId: 'a', name: 'second' },
    { tenantId: 'b', name: 'third' },
  ];
  const taken = await turns.each(items, async ({ name }) => {
    if (name === 'first') throw new Error('a defect');
    return name;
  });

  expect(taken).toEqual(['third']);
});

test('an outage of the database ends the round and counts against no tenant', async () => {
  const away = new DatabaseUnavailable(new Error('Connection terminated unexpectedly'));

  await expect(turns.each(tenants, () => Promise.reject(away))).rejects.toBe(away);
  expect(logged).toEqual([]);
  expect(await round()).toEqual(tenants);
});

test('a data node that is away counts against its tenants alone, which are tried soon after it is back', async () => {
  const away = new NodeUnavailable(new Error('connection to the remote node failed'));
  for (let failures = 1; failures <= 20; failures += 1) {
    const taken = await turns.each(tenants, async (tenantId) => {
      if (tenantId === 'a') throw away;
      return tenantId;
    });
    expect(taken).toEqual(['b', 'c']);
    pass(11);
  }

  expect(logged.map(({ failures }) => failures)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(logged.filter(({ message }) => message.includes('set aside'))).toEqual([]);
  expect(await round()).toEqual(tenants);
});

test('a statement of one tenant that takes too long is a failure of that tenant', async () => {
  const cancelled = Object.assign(new pg.DatabaseError('canceling statement', 10, 'error'), { code: '57014' });
  const taken = await turns.each(tenants, async (tenantId) => {
    if (tenantId === 'a') throw new DatabaseUnavailable(cancelled);
    return tenantId;
  });

  expect(taken).toEqual(['b', 'c']);
});
