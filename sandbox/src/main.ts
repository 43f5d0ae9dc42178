import { createSandbox } from './app.ts';
import { readConfig, type SandboxConfig } from './config.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

const result = readConfig(process.env);
if (!result.ok) giveUp(result.problem);
else await start(result.config);

async function start(config: SandboxConfig): Promise<void> {
  const sandbox = await createSandbox(config).catch((error: unknown) => giveUp(reasonOf(error)));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
  }
  // NOTE: without this, a sandbox whose parent process died would keep its ports open.
  process.once('disconnect', () => void sandbox.close().then(() => process.exit(0)));
  const { url, smtpUrl, smtpPort, stripeUrl } = sandbox;
  if (process.send) process.send({ ready: true, url, smtpUrl, smtpPort, stripeUrl });
  else print(`sandbox ready at ${url}`);
}

function giveUp(reason: string): never {
  process.stderr.write(`sandbox cannot start: ${reason}\n`);
  process.exit(1);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('code' in error) || error.code !== 'EADDRINUSE' || !('port' in error)) return error.message;
  return `port ${String(error.port)} is in use; choose another with SANDBOX_PORT, SANDBOX_SMTP_PORT or SANDBOX_STRIPE_PORT`;
}
