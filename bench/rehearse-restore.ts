import { say, secondsText } from './lib/figures.ts';
import { rehearseRestore } from './lib/rehearse/restore.ts';

/**
 * Backs up the running product (base backup and WAL archive), lets it run on under load, and restores it to a chosen
 * instant on a second cluster. Checks that everything that was committed before the instant is there, that no later row
 * of the ledger tables is there, and that the product works on the restored database. Arguments: the seconds before and
 * after the instant, and the number of sellers.
 */
const found = await rehearseRestore({
  seconds: Number(process.argv[2] ?? 10),
  sellers: Number(process.argv[3] ?? 3),
  say,
});
for (const row of [
  ...found.lost.slice(0, 20).map((text) => `lost: ${text}`),
  ...found.late.slice(0, 20).map((text) => `late: ${text}`),
])
  say(row.slice(0, 300));
for (const id of found.mails.knownAsSent) say(`sent again though known as sent: ${id}`);
const { took, mails } = found;
say(
  `${found.rows} rows of ${found.tables} tables compared: ${found.lost.length} lost, ${found.late.length} from later`,
);
say(`${mails.arrived} mails had arrived, ${mails.repeated} arrived again with the same Message-ID`);
say(
  `base backup ${secondsText(took.backup)}, recovery ${secondsText(took.recovery)}; from the start of the processes: ready ` +
    `${secondsText(took.start)}, first check ${secondsText(took.firstCheck)}, all found again and sent ${secondsText(took.settled)}`,
);
for (const assertion of found.broken) say(`✗ ${assertion}`);
say(
  `rehearse:restore: ${found.events} events, ${found.lost.length} rows lost, ${found.broken.length} assertions failed (goal 0)`,
);
if (found.broken.length > 0) process.exitCode = 1;
