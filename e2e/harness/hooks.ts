import * as z from 'zod/mini';
import { chats } from '../../sandbox/src/hooks/chats/registry.ts';
import type { HookAnswer, StandIn } from '../../sandbox/src/hooks/stand-in.ts';
import { webhook } from '../../sandbox/src/hooks/webhook.ts';
import { withClient } from '../../scripts/postgres/database.ts';
import type { TestHouse } from './house.ts';

const openedShape = z.object({ id: z.string(), url: z.string() });
const takenShape = z.object({ messages: z.array(z.object({ body: z.unknown() })), refused: z.array(z.string()) });

interface HookChange {
  secret?: string;
  isGone?: boolean;
  /** A fault for the next messages that contain a text. */
  fault?: { answer: 'refused'; count: number; about: string };
}

/** A receiver of alerts in the sandbox: a webhook program or a chat channel. */
export interface Hook {
  url: string;
  standIn: StandIn;
  change: (change: HookChange) => Promise<void>;
  /** Returns the bodies of accepted messages as JSON, and the reasons for which other messages were refused. */
  posted: () => Promise<{ messages: string[]; refused: string[] }>;
}

export async function openHook(sandboxUrl: string, kind: string): Promise<Hook> {
  const standIn = [webhook, ...chats].find(({ id }) => id === kind);
  if (standIn === undefined) {
    throw new Error(`The sandbox has no stand-in for ${kind}`);
  }
  const ask = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${sandboxUrl}/sandbox/hooks${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  const { id, url } = openedShape.parse(await (await ask('POST', '', { kind })).json());
  return {
    url,
    standIn,
    change: async (change) => void (await ask('PUT', `/${id}`, change)),
    async posted() {
      const { messages, refused } = takenShape.parse(await (await ask('GET', `/${id}`)).json());
      return { messages: messages.map(({ body }) => JSON.stringify(body)), refused };
    },
  };
}

/** Returns the error that the delivery log shows for an answer of a receiver. */
export const errorOf = ({ status, reason }: HookAnswer): string =>
  `It answered ${status}${reason === undefined ? '' : ` (${reason})`}`;

/**
 * Leaves the channel one failure before it is stopped. A channel is stopped after eight answers in a row that its
 * receiver is gone, which takes 25 minutes.
 */
export const leaveOneFailure = (house: TestHouse, channelName: string): Promise<unknown> =>
  withClient(house.database?.workerUrl ?? '', (client) =>
    client.query('update channels set gone_answers = 7 where name = $1', [channelName]),
  );
