import { expect, test } from 'vitest';
import { groupStatus } from '../../domain/issue-status.ts';
import { alertTypeOf } from './define.ts';
import { colours, type Colour } from '../../base/severity.ts';
import { isNewsForNobody, waysToTell, type Occasion, type Recipient } from './recipients.ts';
import { watchdogOf, watchdogs } from '../registry.ts';

const recipient = (given: Partial<Recipient> = {}): Recipient => ({
  alertSettings: {},
  hiddenSellerAccountIds: [],
  unsubscribedSellerAccountIds: [],
  isPrimary: false,
  isVerified: true,
  isUser: true,
  isStopped: false,
  ...given,
});

const kind = (type: string) => {
  const watchdog = watchdogOf(type);
  if (!watchdog) throw new Error(type);
  return watchdog;
};
const told = (type = 'lostBuybox', colour: Colour = 'RED') => ({ watchdog: kind(type), colour, sellerAccountId: '7' });

const no = { mail: false, push: false };
const both = { mail: true, push: true };

test.each<[string, Partial<Recipient>, { mail: boolean; push: boolean }]>([
  ['a verified user', {}, both],
  ['a verified recipient that cannot log in', { isUser: false }, { mail: true, push: false }],
  ['an address that nobody has confirmed', { isVerified: false }, { mail: false, push: true }],
  ['the owner before the address is confirmed', { isVerified: false, isPrimary: true }, { mail: false, push: true }],
  ['an address that its mail server refuses', { isStopped: true }, { mail: false, push: true }],
  ["the owner's, refused by its mail server", { isStopped: true, isPrimary: true }, { mail: false, push: true }],
  ['who may not access the seller account', { hiddenSellerAccountIds: ['6', '7'] }, no],
  ['who may not access another seller account', { hiddenSellerAccountIds: ['6'] }, both],
  ['who wants to hear nothing of the seller account', { unsubscribedSellerAccountIds: ['7'] }, no],
  ['who wants to hear nothing of another one', { unsubscribedSellerAccountIds: ['6'] }, both],
  ['who has turned the colour off', { alertSettings: { LOST_BUYBOX: ['GREEN'] } }, no],
  ['who has turned all of the kind off', { alertSettings: { LOST_BUYBOX: [] } }, no],
  ['who has turned another kind off', { alertSettings: { SEARCH_BAN: [] } }, both],
])('ways of telling: %s', (_who, given, ways) => {
  expect(waysToTell(recipient(given), told())).toEqual(ways);
});

test('each condition alone keeps a mail back', () => {
  const conditions: readonly Partial<Recipient>[] = [
    { isVerified: false },
    { isStopped: true },
    { hiddenSellerAccountIds: ['7'] },
    { unsubscribedSellerAccountIds: ['7'] },
    { alertSettings: { LOST_BUYBOX: [] } },
  ];
  for (let chosen = 0; chosen < 2 ** conditions.length; chosen += 1) {
    const given = conditions.filter((_one, index) => (chosen >> index) % 2 === 1);
    expect([chosen, waysToTell(recipient(Object.assign({}, ...given)), told()).mail]).toEqual([chosen, chosen === 0]);
  }
});

test.each(watchdogs.flatMap(({ type }) => colours.map((colour) => [type, colour] as const)))(
  '%s in %s is mailed if the kind has the colour and the address has not turned it off',
  (type, colour) => {
    const has = kind(type).colours.includes(colour);
    const on = recipient({ alertSettings: { [alertTypeOf(type)]: colours } });
    const off = recipient({ alertSettings: { [alertTypeOf(type)]: colours.filter((other) => other !== colour) } });

    expect(waysToTell(on, told(type, colour)).mail).toBe(has);
    expect(waysToTell(off, told(type, colour)).mail).toBe(false);
  },
);

test.each<[Partial<Occasion>, boolean]>([
  [{}, false],
  [{ isMuted: true }, true],
  [{ isSuppressed: true }, true],
  [{ groupStatus: groupStatus.preview }, true],
  [{ groupStatus: groupStatus.hidden }, true],
])('an item with %o is news for nobody: %s', (given, expected) => {
  const occasion = { isMuted: false, isSuppressed: false, groupStatus: groupStatus.on, ...given };

  expect(isNewsForNobody(occasion)).toBe(expected);
});
