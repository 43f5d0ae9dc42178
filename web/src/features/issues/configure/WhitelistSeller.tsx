import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeWatchdogSettings, getWatchdogSettings } from '@app/shared/contract/triage.ts';
import type { Product, WorldItem } from '@app/shared/contract/world.ts';
import { sellersIn } from '@app/shared/watchdogs/kind-parts/whitelist.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { call, query } from '../../../lib/http/call.ts';
import { identityQuery } from '../../../lib/session/identity.ts';
import { PlainButton } from '../../../ui/fields/PlainButton.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { nameOf } from '../../../world/level.ts';
import { worldKey } from '../../../world/triage.ts';
import { addToWhitelist, readWhitelist, removeFromWhitelist, type Whitelist } from './whitelist-url.ts';

interface Props {
  readonly watchdog: Watchdog;
  readonly item: WorldItem;
  readonly product: Product;
}

/**
 * Puts the sellers of an issue on the whitelist of its kind, for the marketplace of the product; it can be undone. The
 * whitelist is a setting of all accounts, so that it is offered only to users who may change those settings.
 */
export function WhitelistSeller({ watchdog, item, product }: Props) {
  const save = useSave(watchdog.type);
  const [isSaving, setSaving] = useState(false);
  const maySave = useQuery(identityQuery).data?.maySetWatchdogs !== false;
  const sellers = sellersIn(item.statusDetails.evidence);
  const setting = Object.keys(watchdog.panel).find((name) => watchdog.panel[name]?.widget === 'whitelist');
  if (!maySave || setting === undefined || sellers.length === 0) return null;
  const add = async () => {
    setSaving(true);
    try {
      const before = await call(getWatchdogSettings, { params: { type: watchdog.type } });
      const { marketplace } = product;
      const whitelist = readWhitelist(before[setting]);
      const listed = new Set(whitelist[marketplace]?.map(({ value }) => value));
      const added = sellers
        .filter((sellerKey) => !listed.has(sellerKey))
        .map((sellerKey) => ({ marketplace, sellerKey }));
      await save(setting, { seen: before[setting], next: added.reduce(addToWhitelist, whitelist) });
      // The undo reads the settings again: other users, or this user on other rows, may have changed them since.
      const undo = async () => {
        const now = await call(getWatchdogSettings, { params: { type: watchdog.type } });
        const next = added.reduce(removeFromWhitelist, readWhitelist(now[setting]));
        await save(setting, { seen: now[setting], next });
      };
      showToast(`On your whitelist for ${marketplace}: ${sellers.join(', ')}`, {
        onUndo: () => void undo().catch(showFailure),
      });
    } catch {
      showFailure();
    } finally {
      setSaving(false);
    }
  };
  const label = sellers.length === 1 ? 'Whitelist this seller' : `Whitelist these ${sellers.length} sellers`;
  return (
    <PlainButton
      className="whitelist-seller"
      aria-label={`${label}: ${nameOf(product)}`}
      busy={isSaving}
      onClick={() => void add()}
    >
      {label}
    </PlainButton>
  );
}

const showFailure = () => showToast('The whitelist was not saved', { level: 'alert' });

interface Replacement {
  readonly seen: unknown;
  readonly next: Whitelist;
}

/** A whitelist that somebody else has changed since it was read is refused by the server, so that none of it is lost. */
function useSave(type: string): (setting: string, replacement: Replacement) => Promise<void> {
  const client = useQueryClient();
  return async (setting, { seen, next }) => {
    const body = { settings: { [setting]: next }, seen: { [setting]: seen } };
    const stored = await call(changeWatchdogSettings, { params: { type }, body });
    client.setQueryData(query(getWatchdogSettings, { params: { type } }).queryKey, stored);
    await client.invalidateQueries({ queryKey: worldKey });
  };
}
