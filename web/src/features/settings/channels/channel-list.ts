import type { QueryClient } from '@tanstack/react-query';
import { listChannels } from '@app/shared/contract/channels.ts';
import { query } from '../../../lib/http/call.ts';

export const channelsQuery = query(listChannels);

/**
 * Takes a removed channel out of the list at once. Its row, and the dialog in which the removal was confirmed, would
 * otherwise stay until the list has been fetched again, or longer if that fails, and invite to a second press.
 */
export const dropChannel = (client: QueryClient, channelId: string): void =>
  void client.setQueryData(
    channelsQuery.queryKey,
    (before) => before && { channels: before.channels.filter((channel) => channel.channelId !== channelId) },
  );
