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
  fault?: { answer: 'refused'; count: number };
}

/** A receiver of the sandbox: a program or a channel of a chat. */
export interface Hook {
  url: string;
  standIn: StandIn;
  change: (change: HookChange) => Promise<void>;
  /** The bodies that it took, as JSON, and the problems of those that it refused. */
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

/** The error that the delivery log shows for an answer. */
export const errorOf = ({ status, reason }: HookAnswer): string =>
  `It answered ${status}${reason === undefined ? '' : ` (${reason})`}`;

/** One failure before the channel is stopped: eight answers in a row that nothing is there take 25 minutes. */
export const nearlyStop = (house: TestHouse, channelName: string): Promise<unknown> =>
  withClient(house.database?.workerUrl ?? '', (client) =>
    client.query('update channels set gone_answers = 7 where name = $1', [channelName]),
  );
