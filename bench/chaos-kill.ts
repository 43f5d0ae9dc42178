import { chaos, isViolated, type ChaosOutcome } from './lib/chaos/chaos.ts';
import { inSeconds, say } from './lib/figures.ts';

/**
 * R1: the worker is killed without a warning in the middle of bursts. Every event of the marketplace's ledger has
 * exactly one flip, every flip of a kind whose mail is on is named in a mail, every order is counted once, and what mail
 * server, webhook and Slack have taken is what the deliveries say.
 */
const kills = Number(process.argv[2] ?? 200);
const seed = process.argv[3] ?? String(process.pid);

const outcome = await chaos({ kills, killsPerBurst: 5, pairsPerBurst: 200, killsAmongOrders: 3, seed, say });
tell(outcome);
if (isViolated(outcome)) process.exitCode = 1;

function tell(found: ChaosOutcome): void {
  for (const pair of found.lost) say(`lost: ${pair}`);
  for (const clue of found.clues) say(`doubled: ${clue}`);
  for (const name of found.unnamed) say(`not in any mail: ${name}`);
  say(`from a kill to the next flip: ${inSeconds(found.recoveriesMs)} (goal p99 ≤ 10 s)`);
  for (const [type, delays] of Map.groupBy(found.delays, (delay) => delay.type))
    say(`from an event to its flip, ${type}: ${inSeconds(delays.map(({ ms }) => ms))}`);
  say(
    `${found.mails} mails name ${found.mailed - found.unnamed.length} of ${found.mailed} flips, ` +
      `${found.mailsRepeated} came twice under their Message-ID, ${found.unsent} were never sent`,
  );
  for (const id of found.orders.lost) say(`order not counted: ${id}`);
  say(
    `${found.orders.placed} orders placed, ${found.orders.lost.length} not counted, ` +
      `${found.orders.miscounted} days of products that are not the sum of their orders`,
  );
  for (const { channel, sent, missing, unknown, repeated, outOfOrder, refused } of found.told) {
    say(
      `${channel}: ${sent} messages sent by the deliveries, ${missing.length} of them never taken, ` +
        `${unknown.length} taken and not known, ${repeated} taken twice under their id, ` +
        `${outOfOrder} after a later one, ${refused.length} refused`,
    );
  }
  say(
    `chaos:kill: ${kills} kills, ${found.events} events, ${found.flips} flips, ${found.lost.length} lost, ` +
      `${found.doubled.length + found.repeatedRevisions} doubled, ${found.unnamed.length} without a mail, ` +
      `${found.mailsRepeated} mails repeated (goal 0 lost, 0 doubled)`,
  );
}
