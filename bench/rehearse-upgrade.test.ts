import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '../scripts/root.ts';
import { onPorts } from './lib/rehearse/upgrade/proxy.ts';
import { brokenOf } from './lib/rehearse/upgrade/upgrade.ts';

test('the rehearsal of an upgrade runs the proxy with the file of the documents, on ports of its own', () => {
  const caddyfile = readFileSync(inRoot('docs/operating/Caddyfile'), 'utf8');

  const lines = onPorts(caddyfile, { port: 18_001, upstreams: [18_002, 18_003] }).split('\n');

  expect(lines.filter((line) => !caddyfile.includes(line))).toEqual([
    '\tadmin off',
    'http://127.0.0.1:18001 {',
    '\treverse_proxy 127.0.0.1:18002 127.0.0.1:18003 {',
  ]);
  expect(() => onPorts(caddyfile.replace('reverse_proxy', 'respond'), { port: 18_001, upstreams: [18_002] })).toThrow(
    'another form',
  );
});

const ledger = { events: 2, flips: 2, lost: [], doubled: [], clues: [], mailed: 2, unnamed: [], mails: 1, mailsRepeated: 0, delays: [] }; // prettier-ignore
const channel = { channel: 'mail', sent: 1, missing: [], unknown: [], repeated: 0, outOfOrder: 0, refused: [] };
const people = { calls: 9, confirmed: [2], failures: [], longestWaitMs: 90, streamsReopened: 1, longestWithoutStreamMs: 1100 }; // prettier-ignore
const change = { title: '', migrateMs: null, replacements: [], events: 2, steps: [{ title: '', people }], isSettled: true }; // prettier-ignore
const metBy = (met: object) => [{ ...change, steps: [{ title: '', people: { ...people, ...met } }] }];
const found = { before: '', proxy: '', migrations: [], changes: [change], ledger, channels: [channel], lostSaves: [], waiting: 0, repeatedRevisions: 0 }; // prettier-ignore

test.each([
  [{}, []],
  [{ ledger: { ...ledger, lost: ['B0 US price'] } }, ['an event was lost']],
  [{ ledger: { ...ledger, doubled: ['B0 US price'] } }, ['an event was taken twice']],
  [{ channels: [{ ...channel, missing: ['msg'] }] }, ['a message was lost']],
  [{ waiting: 1 }, ['a message was lost']],
  [{ channels: [{ ...channel, repeated: 1 }] }, ['a message arrived twice']],
  [{ lostSaves: [7] }, ['a save that was confirmed is lost']],
  [{ changes: metBy({ failures: ['PUT: 502'] }) }, ['a call got no answer']],
  [{ changes: metBy({ longestWithoutStreamMs: 9000 }) }, ['a stream stayed away']],
  [{ changes: [{ ...change, isSettled: false }] }, ['something was not found and told afterwards']],
])('the ledger of an upgrade finds what must not happen: %j', (mistake, broken) => {
  expect(brokenOf({ ...found, ...mistake })).toEqual(broken);
});
