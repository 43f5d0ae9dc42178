// A parent to be killed by a test: opens the database of a folder, tells its keeper's pid and lives on.
import { openEmbeddedDatabase } from '../embedded-database.ts';
import { secretsOf } from '../secrets.ts';

const dataFolder = process.argv[2] ?? '';
const database = await openEmbeddedDatabase({ dataFolder, secrets: secretsOf(dataFolder), durable: false });
process.send?.(database.postgres?.pid);
process.on('message', () => undefined);
