import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { offersFacts } from '../../../../testing/database/factories.ts';
import { toldProduct } from '../../../../testing/mails/told-product.ts';
import { muteItem, setIssueStatus } from '../../triage/triage.ts';

const { watched, tell, wantAll, log } = toldProduct();
const { clock, observe } = watched;

beforeEach(() => wantAll('price'));

async function seePrice(ownCents: number): Promise<void> {
  clock.advance(hourMs);
  await observe({ aspect: 'offers', facts: offersFacts({ sellerKey: watched.tenant.sellerKey, ownCents }) });
}

async function seeRival(winner: string): Promise<void> {
  clock.advance(hourMs);
  const others = ['ARIVAL', 'AOTHER'].map((sellerId) => ({ sellerId, cents: 3300, wins: sellerId === winner }));
  await observe({ aspect: 'offers', facts: offersFacts({ sellerKey: watched.tenant.sellerKey, others }) });
}

const wasMuted = 'dropped: Its watchdog was muted';
const itemId = () => `price-${watched.productId}`;
const mute = (days = 1) => muteItem(watched, watched.tenant.owner, { id: itemId(), minutes: days * 24 * 60 });

test('the end of a problem that began while its item was muted is told to nobody, as its beginning was', async () => {
  await seePrice(3490);
  await mute();
  await seePrice(2490);
  clock.advance(dayMs);

  await seePrice(3490);
  clock.advance(dayMs);

  expect(await tell()).toEqual([]);
  expect(await log()).toEqual([wasMuted, 'dropped: The problem was not told either']);
});

test('somebody who works on a problem that began while its item was muted is told of its end', async () => {
  await seePrice(3490);
  await mute();
  await seePrice(2490);
  await muteItem(watched, watched.tenant.owner, { id: itemId(), minutes: -1 });
  await setIssueStatus(watched, watched.tenant.owner, { watchDogId: itemId(), status: 2 });

  await seePrice(3490);

  expect(await tell()).toHaveLength(1);
});

test('a problem that was told, and that ended and came back while its item was muted, is told when it is over', async () => {
  await seePrice(3490);
  await seePrice(2490);
  expect(await tell()).toHaveLength(1);
  await mute(3);
  await seePrice(3490);
  clock.advance(dayMs);
  await seePrice(2490);
  clock.advance(2 * dayMs);

  await seePrice(3490);
  clock.advance(dayMs);

  expect(await tell()).toHaveLength(1);
});

test('the end of a problem that was told is told, although only turns of a muted item are remembered of it', async () => {
  await seePrice(3490);
  await seePrice(2490);
  expect(await tell()).toHaveLength(1);
  await mute(12);
  clock.advance(9 * dayMs);
  await seePrice(1990);
  clock.advance(4 * dayMs);

  await seePrice(3490);
  clock.advance(dayMs);

  expect(await tell()).toHaveLength(1);
});

test('a problem that comes back after one that began while its item was muted is told', async () => {
  await seePrice(3490);
  await mute();
  await seePrice(2490);
  clock.advance(dayMs);
  await seePrice(3490);

  await seePrice(2490);

  expect(await tell()).toHaveLength(1);
});

test('the end of a problem that began long ago while its item was muted is told to nobody', async () => {
  await seePrice(3490);
  await mute(12);
  await seePrice(2490);
  clock.advance(9 * dayMs);
  await seePrice(1990);
  clock.advance(3 * dayMs);

  await seePrice(3490);
  clock.advance(dayMs);

  expect(await tell()).toEqual([]);
  expect(await log()).toEqual([wasMuted, wasMuted, 'dropped: The problem was not told either']);
});

test('a problem that began while its item was muted is told when the mute ends, and so is its end', async () => {
  await seePrice(3490);
  await mute();
  await seePrice(2490);
  expect(await tell()).toEqual([]);
  clock.advance(dayMs);

  const [told, ...others] = await tell();
  expect(told?.text).toContain('Your price fell from $34.90 to $24.90');
  expect(others).toEqual([]);
  expect(await tell()).toEqual([]);

  await seePrice(3490);
  clock.advance(dayMs);
  expect(await tell()).toHaveLength(1);
});

test('a problem that was told before its item was muted is not told again when the mute ends', async () => {
  await seePrice(3490);
  await seePrice(2490);
  expect(await tell()).toHaveLength(1);
  await mute();
  clock.advance(2 * dayMs);

  expect(await tell()).toEqual([]);
});

test('a problem that ended and came back while its item was muted is not told again when the mute ends', async () => {
  await seePrice(3490);
  await seePrice(2490);
  expect(await tell()).toHaveLength(1);
  await mute();
  await seePrice(3490);
  await seePrice(2490);
  clock.advance(dayMs);

  expect(await tell()).toEqual([]);
});

test('another problem that began while its item was muted is told when the mute ends', async () => {
  await seePrice(3490);
  await seePrice(2490);
  expect(await tell()).toHaveLength(1);
  await mute();
  await seePrice(1990);
  clock.advance(dayMs);

  expect(await tell()).toHaveLength(1);
});

test('a problem that returned to what was told while its item was muted is not told again when the mute ends', async () => {
  await wantAll('lostBuybox');
  await seeRival('ARIVAL');
  expect(await tell()).toHaveLength(1);
  await muteItem(watched, watched.tenant.owner, { id: `lostBuybox-${watched.productId}`, minutes: 24 * 60 });
  await seeRival('AOTHER');
  await seeRival('ARIVAL');
  clock.advance(dayMs);

  expect(await tell()).toEqual([]);
});

test('a change that is not worth a message is not told when the mute ends either', async () => {
  await seePrice(3490);
  await mute();
  await seePrice(3489);
  clock.advance(dayMs);

  expect(await tell()).toEqual([]);
});

test('a problem that began while its item was muted is not told to people who unmute it and see it', async () => {
  await seePrice(3490);
  await mute();
  await seePrice(2490);
  await muteItem(watched, watched.tenant.owner, { id: itemId(), minutes: -1 });

  expect(await tell()).toEqual([]);
});

test('a problem that people saw when they unmuted its item is not told when another mute ends', async () => {
  await seePrice(3490);
  await mute();
  await seePrice(2490);
  await muteItem(watched, watched.tenant.owner, { id: itemId(), minutes: -1 });
  await mute();
  clock.advance(dayMs);

  expect(await tell()).toEqual([]);
  expect(await log()).toEqual(['dropped: Its watchdog was muted, and was unmuted by hand']);
});

test('what was kept back is found whatever its reason says', async () => {
  await seePrice(3490);
  await mute();
  await seePrice(2490);
  await sql`update deliveries set last_error = 'Its product was muted'`.execute(watched.db.global);
  clock.advance(dayMs);

  expect(await tell()).toHaveLength(1);
});

test('the log says of a problem that it was not told because its item was muted', async () => {
  await seePrice(3490);
  await mute();
  await seePrice(2490);

  expect(await log()).toEqual([wasMuted]);
});
