import type { Context } from '../context.ts';
import { raiseAlarm } from '../features/sellers/standing/alarms.ts';
import type { FigureGroup } from '../http/health.ts';
import { secretsByKey } from './key-figures.ts';

/**
 * Raises an alarm while there are secrets that this process cannot read. Work that needs such a secret waits, and
 * continues when the key is back.
 */
export async function watchKeys(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'keys'>,
  figures: FigureGroup,
): Promise<void> {
  const missing = (await figures.read())
    .filter(({ name, labels }) => name === secretsByKey && !ctx.keys.has(labels?.['key'] ?? ''))
    .map(({ labels, value }) => ({ keyId: labels?.['key'], secrets: value }));
  if (missing.length === 0) return;
  if (await raiseAlarm(ctx, 'keyMissing')) ctx.log.warn({ missing }, 'secrets cannot be read');
}
