import { inSeconds, say, secondsText } from './lib/figures.ts';
import { rehearseUpgrade, type Change, type Step } from './lib/rehearse/upgrade/upgrade.ts';

/**
 * Upgrades the running product from an earlier release to this one and back, behind the proxy that the documents
 * configure, while people use it and events happen. Checks that no event is lost, that no message is sent twice, and
 * that every call is answered. Argument: the commit of the earlier release, by default the one before the newest
 * migration.
 */
const [, , before] = process.argv;
const found = await rehearseUpgrade({ say, ...(before && { before }) });
const { ledger } = found;
for (const change of found.changes) report(change);
for (const pair of [...ledger.lost.map((one) => `lost: ${one}`), ...ledger.clues.map((one) => `doubled: ${one}`)])
  say(pair);
for (const { channel, sent, missing, unknown, repeated, refused } of found.channels)
  say(
    `${channel}: ${sent} messages sent, ${missing.length} never received, ${unknown.length} unknown, ` +
      `${repeated} received twice, ${refused.length} refused`,
  );
say(`from an event to its flip: ${inSeconds(ledger.delays.map(({ ms }) => ms))}`);
for (const assertion of found.broken) say(`✗ ${assertion}`);
say(
  `rehearse:upgrade behind ${found.proxy} with ${found.migrations.join(', ') || 'no migration'}: ${ledger.events} events, ` +
    `${ledger.lost.length} lost, ${ledger.doubled.length + found.repeatedRevisions} doubled, ` +
    `${found.lostSaves.length} saves lost, ${found.broken.length} assertions failed (goal 0)`,
);
if (found.broken.length > 0) process.exitCode = 1;

function report({ title, migrateMs, replacements, events, steps }: Change): void {
  const changed = replacements.map(
    ({ post, stopMs, startMs }) => `${post} ${secondsText(stopMs)} + ${secondsText(startMs)}`,
  );
  const migration = migrateMs === null ? 'no migration' : `migration ${secondsText(migrateMs)}`;
  say(`${title}: ${migration}; to the end of a process + until its successor was ready: ${changed.join(', ')}`);
  for (const { title: step, people } of steps) {
    for (const failure of people.failures) say(`not answered during ${step}: ${failure}`);
  }
  const waits = steps.map(({ title: step, people }) => `${step} ${secondsText(people.longestWaitMs)}`);
  say(`${title}: longest wait of a person during ${waits.join(', ')}`);
  const sum = (read: (step: Step) => number): number => steps.reduce((total, step) => total + read(step), 0);
  const away = Math.max(...steps.map(({ people }) => people.longestWithoutStreamMs));
  say(
    `${title}: ${events} events, ${sum(({ people }) => people.calls)} calls, ` +
      `${sum(({ people }) => people.failures.length)} without an answer; ` +
      `${sum(({ people }) => people.streamsReopened)} streams ended and were open again after ${secondsText(away)} at most`,
  );
}
