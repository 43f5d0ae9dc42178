import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { getWatchdogSettings } from '@app/shared/contract/triage.ts';
import { stateOfTheWorld, worldEvents } from '@app/shared/contract/world.ts';
import type { ProductSession } from '../../../../scripts/sessions/product-session.ts';

/** The answers to people's dashboards during the upgrade, and the interruptions of their streams. */
export interface Experience {
  readonly calls: number;
  /** The saved values that the API has confirmed. */
  readonly confirmed: readonly number[];
  /** One line for each call that got no answer, or an answer with an error status. */
  readonly failures: readonly string[];
  /** The longest wait for the answer to a call, in milliseconds. */
  readonly longestWaitMs: number;
  /** How often a stream ended and was opened again. */
  readonly streamsReopened: number;
  /** The longest time in which a stream was interrupted. */
  readonly longestWithoutStreamMs: number;
}

export interface People {
  /** Returns the experience since the previous call. */
  experience(): Experience;
  stop(): Promise<void>;
}

const pollEveryMs = 200;
const saveEveryMs = 500;
/** The time that a browser waits before it opens a stream again. */
const streamRetryMs = 1_000;
const streams = 5;

/**
 * The watchdog whose setting is saved. The setting accepts any number, and no event of the rehearsal concerns this
 * kind.
 */
export const countedKind = 'starRatingRecentChange';
const countedSetting = 'reviewCountDropMinimumThreshold';

const csrfShape = z.object({ headerName: z.string(), token: z.string() });
const stateShape = z.object({ state: z.string() });

interface Tally {
  calls: number;
  confirmed: number[];
  failures: string[];
  longestWaitMs: number;
  streamsReopened: number;
  longestWithoutStreamMs: number;
}

const emptyTally = (): Tally => ({
  calls: 0,
  confirmed: [],
  failures: [],
  longestWaitMs: 0,
  streamsReopened: 0,
  longestWithoutStreamMs: 0,
});

/** Keeps dashboards open as browsers do, and saves a setting again and again. */
export async function startPeople(url: string, session: ProductSession): Promise<People> {
  const { headerName, token } = csrfShape.parse(JSON.parse((await session.get('/api/auth/csrf')).text));
  const cookie = session
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const headers = { cookie, [headerName]: token, 'content-type': 'application/json' };
  const stopping = new AbortController();
  const { signal } = stopping;
  let tally = emptyTally();
  let state = '';
  let value = 1;

  async function call(path: string, init: RequestInit = {}): Promise<Response | null> {
    tally.calls += 1;
    const began = performance.now();
    const name = `${init.method ?? 'GET'} ${path.split('?')[0]}`;
    try {
      const answer = await fetch(`${url}${path}`, { ...init, headers });
      if (answer.status < 400) return answer;
      tally.failures.push(`${name}: ${answer.status} ${(await answer.text()).slice(0, 80)}`);
    } catch (error) {
      if (!signal.aborted) tally.failures.push(`${name}: ${String(error)}`);
    } finally {
      tally.longestWaitMs = Math.max(tally.longestWaitMs, performance.now() - began);
    }
    return null;
  }

  async function poll(): Promise<void> {
    const answer = await call(`${stateOfTheWorld.path}?state=${encodeURIComponent(state)}`);
    if (answer?.status === 200) ({ state } = stateShape.parse(await answer.json()));
  }

  async function save(): Promise<void> {
    value += 1;
    const saved = value;
    const body = JSON.stringify({ [countedSetting]: saved });
    const answer = await call(getWatchdogSettings.path.replace(':type', countedKind), { method: 'PUT', body });
    if (answer) tally.confirmed.push(saved);
    await answer?.body?.cancel();
  }

  async function watchStream(): Promise<void> {
    let endedAt: number | null = null;
    while (!signal.aborted) {
      try {
        const answer = await fetch(`${url}${worldEvents.path}`, { headers: { cookie }, signal });
        if (answer.status !== 200) throw new Error(`the stream answered ${answer.status}`);
        if (endedAt !== null) {
          tally.streamsReopened += 1;
          tally.longestWithoutStreamMs = Math.max(tally.longestWithoutStreamMs, performance.now() - endedAt);
          endedAt = null;
        }
        // Reads the stream until it ends.
        await answer.body?.pipeTo(new WritableStream(), { signal });
      } catch {
        // A stream that breaks counts as ended, too.
      }
      endedAt ??= performance.now();
      await delay(streamRetryMs, null, { signal }).catch(() => undefined);
    }
  }

  const repeat = async (everyMs: number, work: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      await work();
      await delay(everyMs);
    }
  };
  const running = [
    repeat(pollEveryMs, poll),
    repeat(saveEveryMs, save),
    ...Array.from({ length: streams }, () => watchStream()),
  ];
  return {
    experience() {
      const past = tally;
      tally = emptyTally();
      return past;
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
