import { chaos, isViolated, type ChaosOutcome } from './lib/chaos/chaos.ts';
import { victims } from './lib/chaos/killer.ts';
import { inSeconds, say } from './lib/figures.ts';

/**
 * Kills the worker, the API, a backend of PostgreSQL (which ends all of them) and the whole tree in turn, without
 * warning and at random instants, during bursts of events. Checks that every event in the sandbox's ledger has exactly
 * one flip, that a mail contains every flip of a kind whose mail is on, that every order is counted once, and that mail
 * server, webhook and Slack have received exactly the messages that the deliveries record. A thousand kills take two
 * hours; Ctrl-C ends the run after the burst under way.
 */
const kills = Number(process.argv[2] ?? 200);
const seed = process.argv[3] ?? String(process.pid);
const wanted = victims.filter((victim) => victim === (process.argv[4] ?? victim));
const interruption = new AbortController();
process.once('SIGINT', () => {
  say('Ends after this burst; press Ctrl-C again to end at once.');
  interruption.abort();
});

const outcome = await chaos({
  sellers: 4,
  kills,
  victims: wanted,
  killsPerBurst: 12,
  pairsPerBurst: 200,
  killsAmongOrders: 4,
  seed,
  say,
  endsEarly: () => interruption.signal.aborted,
});
report(outcome);
if (isViolated(outcome)) process.exitCode = 1;

function report(found: ChaosOutcome): void {
  for (const pair of found.lost) say(`lost: ${pair}`);
  for (const clue of found.clues) say(`doubled: ${clue}`);
  for (const name of found.unnamed) say(`in no mail: ${name}`);
  for (const [victim, recoveries] of Map.groupBy(found.recoveries, (recovery) => recovery.victim))
    say(
      `${recoveries.length} kills of ${victim}, until a flip and an answer: ${inSeconds(recoveries.map(({ ms }) => ms))}`,
    );
  say(`from a kill to the next flip: ${inSeconds(found.recoveries.map(({ ms }) => ms))} (goal p99 ≤ 10 s)`);
  for (const [type, delays] of Map.groupBy(found.delays, (delay) => delay.type))
    say(`from an event to its flip, ${type}: ${inSeconds(delays.map(({ ms }) => ms))}`);
  say(
    `${found.mails} mails contain ${found.mailed - found.unnamed.length} of ${found.mailed} flips, ` +
      `${found.mailsRepeated} arrived again with the same Message-ID, ${found.unsent} deliveries were never sent`,
  );
  for (const id of found.orders.lost) say(`order not counted: ${id}`);
  say(
    `${found.orders.placed} orders placed, ${found.orders.lost.length} not counted, ` +
      `${found.orders.miscounted} product days differ from the sum of their orders`,
  );
  for (const { channel, sent, missing, unknown, repeated, outOfOrder, refused } of found.channels) {
    say(
      `${channel}: ${sent} messages recorded as sent, ${missing.length} of them never received, ` +
        `${unknown.length} received but not recorded, ${repeated} received again with the same id, ` +
        `${outOfOrder} received after a later one, ${refused.length} refused`,
    );
  }
  say(
    `chaos:kill: ${found.recoveries.length} kills, ${found.events} events, ${found.flips} flips, ${found.lost.length} lost, ` +
      `${found.doubled.length + found.repeatedRevisions} doubled, ${found.unnamed.length} without a mail, ` +
      `${found.mailsRepeated} mails repeated (goal 0 lost, 0 doubled)`,
  );
}
