import { inSeconds, say } from './lib/figures.ts';
import { rehearseUpgrade, type Change } from './lib/rehearse/upgrade/upgrade.ts';

/**
 * R5: upgrades the running product from an earlier release to this one and back, behind the proxy of the documents, while
 * people use it and events happen. Checks that no event is lost, no message doubled and every call answered. Argument: the
 * commit of the earlier release, by default the one before the newest migration.
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

function report({ title, migrateMs, replacements, events, people }: Change): void {
  const steps = replacements.map(({ post, stopMs, startMs }) => `${post} ${seconds(stopMs)} + ${seconds(startMs)}`);
  const migration = migrateMs === null ? 'no migration' : `migration ${seconds(migrateMs)}`;
  say(`${title}: ${migration}; to the end of a process + until its successor was ready: ${steps.join(', ')}`);
  for (const failure of people.failures) say(`not answered: ${failure}`);
  say(
    `${title}: ${events} events, ${people.calls} calls, ${people.failures.length} without an answer, longest wait ` +
      `${seconds(people.longestWaitMs)}; ${people.streamsReopened} streams ended and were open again after ` +
      `${seconds(people.longestWithoutStreamMs)} at most`,
  );
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
