import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { outsideWorld } from '../../../sandbox/src/environment.ts';
import { freePort } from '../../../scripts/processes/ports.ts';
import { startSandbox } from '../../../scripts/processes/sandbox-process.ts';
import { inRoot } from '../../../scripts/root.ts';
import { newSecrets } from '../../../scripts/secrets.ts';
import { openHouse } from '../../../scripts/start/house.ts';
import { buildWebIfStale } from '../../../scripts/start/web-build.ts';
import { newDataFolder } from '../house.ts';
import type { TestHouse } from '../house.ts';
import { createAuthority, type Authority } from './authority.ts';
import { openTlsDatabase } from './database.ts';
import { names } from './names.ts';
import { openHttpsProxy, openTlsServer } from './tls.ts';

type Closers = (() => Promise<unknown>)[];

/**
 * The factor by which the sandbox raises its rate limits, so that no journey waits for them. The product's own periods
 * stay as in production.
 */
const generosity = 300;

/**
 * Starts the product in production mode behind a proxy that terminates TLS. The database, the mail server and the
 * marketplace use TLS too, each with its own name and certificate.
 */
export async function openProductionHouse(): Promise<TestHouse> {
  const closers: Closers = [];
  const close = async (): Promise<void> => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    return { ...(await open(closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(closers: Closers): Promise<Omit<TestHouse, 'close'>> {
  await buildWebIfStale();
  const { dataFolder, remove } = newDataFolder();
  closers.push(remove);
  const authority = await createAuthority();
  setDefaultCACertificates([...getCACertificates(), authority.cert]);
  const authorityFile = join(dataFolder, 'authority.pem');
  await writeFile(authorityFile, authority.cert);

  const certificate = await authority.certify(names.database);
  const database = await openTlsDatabase(dataFolder, { host: names.database, certificate });
  closers.push(async () => database.postgres?.stop());
  const port = await freePort();
  const proxy = await openHttpsProxy(await authority.certify(names.product), port);
  closers.push(proxy.close);
  const publicUrl = `https://${names.product}:${proxy.port}`;
  const outside = await openOutside({ authority, dataFolder, publicUrl }, closers);

  const { encryptionKeys } = newSecrets();
  const house = await openHouse({
    dataFolder,
    port,
    publicUrl,
    processes: [['api'], ['worker']],
    speedup: 1,
    sandbox: null,
    durable: false,
    environment: {
      ...database.environment,
      ...outside.environment,
      NODE_ENV: 'production',
      // The tests have ended when the product stops, so it need not wait for a proxy to stop sending requests.
      STOP_NOTICE_SECONDS: '0',
      ENCRYPTION_KEYS: encryptionKeys,
      NODE_EXTRA_CA_CERTS: authorityFile,
      NODE_OPTIONS: `--import ${inRoot('e2e/harness/production/names.ts')}`,
    },
    logFiles: true,
  });
  closers.push(house.close);
  return {
    url: publicUrl,
    sandbox: { url: outside.url },
    database,
    processes: house.processes,
    logFolder: join(dataFolder, 'log'),
    browserArguments: [
      '--host-resolver-rules=MAP *.rehearsal.test 127.0.0.1',
      `--ignore-certificate-errors-spki-list=${authority.keyDigest}`,
    ],
    superuserUrl: database.superuserUrl,
  };
}

interface Rehearsal {
  readonly authority: Authority;
  readonly dataFolder: string;
  readonly publicUrl: string;
}

interface Outside {
  /** The sandbox's address without TLS, for the harness. */
  readonly url: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts the sandbox. The product reaches it over HTTPS and its mail server over TLS only. */
async function openOutside({ authority, dataFolder, publicUrl }: Rehearsal, closers: Closers): Promise<Outside> {
  const [port, smtpPort] = [await freePort(), await freePort()];
  const marketplace = await openTlsServer(await authority.certify(names.marketplace), port);
  closers.push(marketplace.close);
  const mail = await openTlsServer(await authority.certify(names.mail), smtpPort);
  closers.push(mail.close);
  const marketplaceUrl = `https://${names.marketplace}:${marketplace.port}`;
  const sandbox = await startSandbox({
    port,
    smtpPort,
    publicUrl: marketplaceUrl,
    life: false,
    speedup: generosity,
    productUrl: publicUrl,
    logFile: join(dataFolder, 'log', 'sandbox.log'),
  });
  closers.push(sandbox.stop);
  const { ALLOW_PRIVATE_ADDRESSES: _, ...environment } = outsideWorld({ url: marketplaceUrl, smtpPort });
  return {
    url: `http://127.0.0.1:${port}`,
    environment: {
      ...environment,
      SMTP_URL: `smtps://${names.mail}:${mail.port}`,
      MAIL_FROM: 'Watchpost <alerts@rehearsal.test>',
    },
  };
}
