import { expect, test } from 'vitest';
import { auditChanges } from './audit-changes.ts';
import { auditSentence } from './audit-sentence.ts';

const owner = 'owner@acme.example';
const ann = 'ann@acme.example';

test.each([
  [{ action: 'user added', actor: owner, subject: ann }, 'owner@acme.example added ann@acme.example as a user'],
  [
    { action: 'access changed', actor: owner, subject: ann },
    'owner@acme.example changed what ann@acme.example may see',
  ],
  [{ action: 'password changed', actor: ann, subject: ann }, 'ann@acme.example changed their own password'],
  [{ action: 'name changed', actor: owner, subject: ann }, 'owner@acme.example changed the name of ann@acme.example'],
  [{ action: 'alert delivery changed', actor: owner, subject: 'account' }, `${owner} changed how alerts are delivered`],
  [{ action: 'seller account renamed', actor: owner, subject: 'Keel $&, NA' }, `${owner} renamed Keel $&, NA`],
  [
    { action: 'alerts changed', actor: 'operator', subject: ann },
    `The operator of Watchpost changed the alerts of ${ann}`,
  ],
  [
    { action: 'announced', actor: 'operator', subject: 'Maintenance on Sunday' },
    'The operator of Watchpost announced “Maintenance on Sunday”',
  ],
  [
    { action: 'announcement taken away', actor: 'operator', subject: 'announcement' },
    'The operator of Watchpost took the announcement away',
  ],
  [
    { action: 'watchdogs locked', actor: 'operator', subject: 'Prime, Price' },
    'The operator of Watchpost locked Prime, Price, which the plan does not include',
  ],
  [{ action: 'watchdogs unlocked', actor: 'operator', subject: 'Prime' }, 'The operator of Watchpost unlocked Prime'],
  [{ action: 'watchdogs turned on', actor: 'operator', subject: 'Prime' }, 'The operator of Watchpost turned Prime on'],
  [
    { action: 'watchdogs tried out', actor: 'operator', subject: 'Prime' },
    'The operator of Watchpost made Prime a preview: shown, and told to nobody',
  ],
  [{ action: 'watchdogs hidden', actor: 'operator', subject: 'Prime' }, 'The operator of Watchpost hid Prime'],
  [{ action: 'unsubscribed', actor: ann, subject: ann }, 'ann@acme.example unsubscribed by a mail'],
  [{ action: 'item muted', actor: ann, subject: 'Price, Kettle' }, 'ann@acme.example muted Price, Kettle from a mail'],
  [{ action: 'moon seen', actor: 'watchpost', subject: 'Mare Imbrium' }, 'Watchpost: moon seen, Mare Imbrium'],
])('%j reads as a sentence', (event, sentence) => {
  expect(auditSentence(event)).toBe(sentence);
});

test('old and new values are written in words', () => {
  const details = {
    'digest hour': { from: 7, to: 0 },
    newsletter: { from: false, to: true },
    'time zone': { from: null, to: 'Asia/Kolkata' },
    'no access to': { from: [], to: ['Brightkeel, NA', 'Tamarind, IN'] },
    'Price Change Alert': { from: ['RED', 'AMBER'], to: [] },
    name: { to: 'Ann Ames' },
    sessions: 3,
    alerts: { from: { PRICE: ['RED'], LOST_BUYBOX: ['RED'] }, to: { PRICE: ['RED'], LOST_BUYBOX: [] } },
    settings: { from: { alertForParentChanges: true }, to: { alertForParentChanges: false } },
  };

  expect(auditChanges(details)).toEqual([
    { what: 'digest hour', from: '7', to: '0' },
    { what: 'newsletter', from: 'off', to: 'on' },
    { what: 'time zone', from: 'none', to: 'Asia/Kolkata' },
    { what: 'no access to', from: 'none', to: 'Brightkeel, NA, Tamarind, IN' },
    { what: 'Price Change Alert', from: 'Alert, Warning', to: 'none' },
    { what: 'name', from: null, to: 'Ann Ames' },
    { what: 'sessions', from: null, to: '3' },
    { what: 'alerts', from: 'lost buybox Alert', to: 'lost buybox none' },
    { what: 'settings', from: 'alert for parent changes on', to: 'alert for parent changes off' },
  ]);
});
