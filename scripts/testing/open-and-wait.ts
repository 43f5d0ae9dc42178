// The program of a parent process that a test kills: opens the database of a folder, sends the pid of the keeper
// process, and stays alive.
import { openEmbeddedDatabase } from '../postgres/embedded-database.ts';
import { secretsOf } from '../secrets.ts';

const dataFolder = process.argv[2] ?? '';
const database = await openEmbeddedDatabase({ dataFolder, secrets: secretsOf(dataFolder), durable: false });
process.send?.(database.postgres?.pid);
process.on('message', () => undefined);
